/** Resolves the values of `{{placeholders}}`. */
import { dayOf, toIso } from '../text/times.ts';
import { compilePath } from './path.ts';
import { isNone } from './values.ts';

/** Returns what a name stands for; undefined when it is not known. */
export type Resolve = (name: string) => unknown;

const dayMs = 86_400_000;

/** Names that mean a time, even where the data has a field of that name. */
const times: Readonly<Record<string, (nowMs: number) => string>> = {
  now: toIso,
  today: (nowMs) => dayOf(nowMs),
  yesterday: (nowMs) => dayOf(nowMs - dayMs),
  tomorrow: (nowMs) => dayOf(nowMs + dayMs),
};

/** The calendar date in UTC. */

/** Looks a name up: first the times, then in each source by path, until one knows it. Null counts as unknown. */
export function resolver(nowMs: number, ...sources: readonly unknown[]): Resolve {
  return (name) => {
    if (Object.hasOwn(times, name)) return times[name]?.(nowMs);
    const look = compilePath(name);
    for (const source of sources) {
      const value = look(source);
      if (!isNone(value)) return value;
    }
    return undefined;
  };
}
