/** Time zones by their IANA names, and the clock on the wall in them. */
import { cached } from '../../../kernel/async/cached.ts';

/** Making a format takes longer than a thousand uses of it. Throws RangeError for a zone that does not exist. */
const formatOf = cached(
  100,
  (zone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

/** Every part of an IANA name begins with a capital letter; offsets such as +01:00 are no names. */
const namePattern = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*)*$/;

/** The name of a zone in the spelling of the time zone database; undefined when there is no such zone. */
export function zoneNamed(text: string): string | undefined {
  if (text.length > 64) return undefined;
  try {
    formatOf(text);
  } catch {
    return undefined;
  }
  if (namePattern.test(text)) return text;
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].find(
    (name) => name.toLowerCase() === text.toLowerCase(),
  );
}

/**
 * What the clock on the wall shows at an instant, as the milliseconds of a day and time in UTC that read the same:
 * 09:30 in Paris is answered as 09:30 UTC.
 */
export function wallTimeAt(zone: string, atMs: number): number {
  if (zone === 'UTC') return atMs;
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(atMs)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((atMs % 1_000) + 1_000) % 1_000);
}

const dayMs = 86_400_000;

/**
 * The instant at which the clock on the wall shows this time. A time that the clock shows twice in autumn means the
 * first; undefined for one that it skips in spring.
 */
export function instantOf(zone: string, wallMs: number): number | undefined {
  if (zone === 'UTC') return wallMs;
  // The offset before a transition is larger, or smaller, than the one after it; both are tried.
  const offsets = [wallMs - dayMs, wallMs + dayMs].map((atMs) => wallTimeAt(zone, atMs) - atMs);
  const instants = offsets
    .map((offset) => wallMs - offset)
    .filter((atMs) => wallTimeAt(zone, atMs) === wallMs);
  return instants.length === 0 ? undefined : Math.min(...instants);
}
