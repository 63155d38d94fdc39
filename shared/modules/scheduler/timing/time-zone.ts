/** Converts between instants and wall time in IANA time zones. */
import { cached } from '../../../kernel/async/cached.ts';

/**
 * Creating a format takes longer than a thousand uses, so formats are cached. Throws RangeError for an
 * unknown zone.
 */
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

/** Every part of an IANA name begins with a capital letter; offsets such as +01:00 are not names. */
const namePattern = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*)*$/;

/** The canonical name of a time zone; undefined if it does not exist. */
export function zoneNamed(text: string): string | undefined {
  if (text.length > 64) return undefined;
  try {
    formatOf(text);
  } catch {
    return undefined;
  }
  const name = ['UTC', ...Intl.supportedValuesOf('timeZone')].find(
    (known) => known.toLowerCase() === text.toLowerCase(),
  );
  // Other names of the same zones are not in that list.
  return name ?? (namePattern.test(text) ? text : undefined);
}

/**
 * The wall time at an instant, as milliseconds of the same day and time in UTC: 09:30 in Paris is returned as
 * 09:30 UTC.
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
 * The instant of a wall time. A time that occurs twice in autumn means the first; undefined for a time that
 * the clock skips in spring.
 */
export function instantOf(zone: string, wallMs: number): number | undefined {
  if (zone === 'UTC') return wallMs;
  // The offset differs before and after a transition, so both are tried.
  const offsets = [wallMs - dayMs, wallMs + dayMs].map((atMs) => wallTimeAt(zone, atMs) - atMs);
  const instants = offsets
    .map((offset) => wallMs - offset)
    .filter((atMs) => wallTimeAt(zone, atMs) === wallMs);
  return instants.length === 0 ? undefined : Math.min(...instants);
}
