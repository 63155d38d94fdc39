/** The changes of an audit entry, field by field. */
import { toJson } from '../../../shared/clients/typescript/index.ts';
import { isJsonObject } from '../api/json.ts';

export interface FieldChange {
  field: string;
  /** As JSON text; undefined without a value. */
  before: string | undefined;
  after: string | undefined;
  /** Replaces values that were too large to store. */
  note: string | undefined;
}

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : toJson(value, 2);
};

export function changesOf(changes: Readonly<Record<string, unknown>>): FieldChange[] {
  return Object.entries(changes).map(([field, change]) => {
    const { before, after, note } = isJsonObject(change) ? change : { after: change };
    return { field, before: textOf(before), after: textOf(after), note: textOf(note) };
  });
}
