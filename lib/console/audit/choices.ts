/** What a searched text can filter the audit trail by. Pure. */
import { isId } from '../api/ids.ts';

export interface Found {
  kind: string;
  id: string;
  name: string;
  detail: string | null;
}

export interface Choice extends Found {
  /** Entries by this actor, or about this thing. */
  filter: 'actor' | 'thing';
}

/** The types of actors by the kinds of their own entries. */
const actorTypes: ReadonlyMap<string, string> = new Map([
  ['auth.user', 'user'],
  ['api_keys.key', 'api_key'],
]);

/** The choices for the found things; persons and keys also as actors. An id of what is gone is a choice by itself. */
export function choicesOf(text: string, found: readonly Found[]): Choice[] {
  const byFound = found.flatMap((one): Choice[] => {
    const actorType = actorTypes.get(one.kind);
    const about: Choice = { ...one, filter: 'thing' };
    return actorType === undefined ? [about] : [{ ...one, kind: actorType, filter: 'actor' }, about];
  });
  const id = text.toLowerCase();
  if (!isId(id) || byFound.some((choice) => choice.id === id)) return byFound;
  const unknown = { kind: '', id, name: id, detail: null };
  return [...byFound, { ...unknown, filter: 'thing' }, { ...unknown, filter: 'actor' }];
}
