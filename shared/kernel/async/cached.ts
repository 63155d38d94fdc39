/**
 * The results of a function by its argument: of the arguments used last, at most `maxEntries`. Callers choose the
 * arguments, so a map without a limit would grow until the process ends. What throws is not kept.
 */
export function cached<Result>(
  maxEntries: number,
  compute: (argument: string) => Result,
): (argument: string) => Result {
  const results = new Map<string, { result: Result }>();
  return (argument) => {
    const entry = results.get(argument) ?? { result: compute(argument) };
    // A map iterates in the order of insertion, so its first entry is the one that was used longest ago.
    results.delete(argument);
    results.set(argument, entry);
    const [oldest] = results.keys();
    if (results.size > maxEntries && oldest !== undefined) results.delete(oldest);
    return entry.result;
  };
}
