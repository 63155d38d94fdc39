import { LRUCache } from 'lru-cache';

/**
 * Caches the results of a function by its argument, at most `maxEntries` of the last used. Callers choose the
 * arguments, so an unlimited map would grow until the process ends. Errors are not cached.
 */
export function cached<Result>(
  maxEntries: number,
  compute: (argument: string) => Result,
): (argument: string) => Result {
  const results = new LRUCache<string, { result: Result }>({ max: maxEntries });
  return (argument) => {
    const entry = results.get(argument) ?? { result: compute(argument) };
    results.set(argument, entry);
    return entry.result;
  };
}
