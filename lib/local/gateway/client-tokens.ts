/**
 * Remembers requests by their client token for as long as this process lives, so that one that is repeated because
 * its answer was lost is answered again instead of refused.
 */
import { LRUCache } from 'lru-cache';
import type { ScheduleId } from '../scheduler/store.ts';

export interface ClientTokens {
  /** Notes that a request was done; nothing when it has no token. */
  note(action: string, id: ScheduleId, token: string | undefined, content: string): void;
  /** Whether a request with that token and that content was done before. */
  repeats(action: string, id: ScheduleId, token: string | undefined, content: string): boolean;
}

/** Nothing is remembered yet; the oldest make room for new ones. */
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
