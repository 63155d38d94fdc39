import { LRUCache } from 'lru-cache';

/**
 * The results of a function by its argument: of the arguments used last, at most `maxEntries`. Callers choose the
 * arguments, so a map without a limit would grow until the process ends. What throws is not kept.
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
