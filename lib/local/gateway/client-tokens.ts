/**
 * Remembers requests by their client token until this process ends, so that a repeated request whose response was lost
 * succeeds again.
 */
import { LRUCache } from 'lru-cache';
import type { ScheduleId } from '../scheduler/store.ts';

export interface ClientTokens {
  /** Records that a request was done; does nothing without a token. */
  note(action: string, id: ScheduleId, token: string | undefined, content: string): void;
  /** Whether a request with that token and content was done before. */
  repeats(action: string, id: ScheduleId, token: string | undefined, content: string): boolean;
}

/** Starts empty. The oldest tokens are removed when it is full. */
export function createClientTokens(): ClientTokens {
  const done = new LRUCache<string, string>({ max: 10_000 });
  const keyOf = (action: string, { group, name }: ScheduleId, token: string) =>
    `${action} ${group}/${name} ${token}`;
  return {
    note(action, id, token, content) {
      if (token !== undefined) done.set(keyOf(action, id, token), content);
    },
    repeats(action, id, token, content) {
      return token !== undefined && done.get(keyOf(action, id, token)) === content;
    },
  };
}
