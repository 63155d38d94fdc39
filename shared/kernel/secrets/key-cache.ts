/** Caches expensive values: a limited number, for a limited time, fetched once for concurrent callers. */
import { LRUCache } from 'lru-cache';

export interface KeyCache<Value> {
  /** The value of that name. Concurrent callers wait for the same fetch. Errors and undefined are not cached. */
  get(name: string, fetch: () => Promise<Value | undefined>): Promise<Value | undefined>;
}

interface Entry<Value> {
  value: Promise<Value | undefined>;
  untilMs: number;
}

export function createKeyCache<Value>(limits: {
  maxAgeMs: number;
  maxEntries: number;
  nowMs?: () => number;
}): KeyCache<Value> {
  const { maxAgeMs, maxEntries, nowMs = Date.now } = limits;
  const entries = new LRUCache<string, Entry<Value>>({ max: maxEntries });

  async function fetched(name: string, fetch: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const own = entries.peek(name);
    const forget = () => {
      if (entries.peek(name) === own) entries.delete(name);
    };
    try {
      const value = await fetch();
      if (value === undefined) forget();
      return value;
    } catch (error) {
      forget();
      throw error;
    }
  }

  return {
    get(name, fetch) {
      const known = entries.get(name);
      if (known !== undefined && known.untilMs > nowMs()) return known.value;
      const entry: Entry<Value> = { value: Promise.resolve(undefined), untilMs: nowMs() + maxAgeMs };
      entries.set(name, entry);
      entry.value = fetched(name, fetch);
      return entry.value;
    },
  };
}
