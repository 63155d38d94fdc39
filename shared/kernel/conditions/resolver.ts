/** Resolves the values of `{{placeholders}}`. */
import { dayOf, toIso } from '../base/times.ts';
import { compilePath } from './path.ts';
import { isNone } from './values.ts';

/** Returns the value of a name; undefined for an unknown one. */
export type Resolve = (name: string) => unknown;

const dayMs = 86_400_000;

/** Names of times, which have precedence over fields with the same name. */
const times: Readonly<Record<string, (nowMs: number) => string>> = {
  now: toIso,
  today: (nowMs) => dayOf(nowMs),
  yesterday: (nowMs) => dayOf(nowMs - dayMs),
  tomorrow: (nowMs) => dayOf(nowMs + dayMs),
};

/** Resolves a name: first the times, then each source by path. Null counts as unknown. */
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
