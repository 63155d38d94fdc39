/** Converts between instants and wall time in IANA time zones. */
import { zoneFormat } from '../../../kernel/base/zone-format.ts';
import { ianaName } from '../../../kernel/base/zone-names.ts';

/** The name of a time zone as the IANA database spells it; undefined if the database does not have it. */
export function zoneNamed(text: string): string | undefined {
  const name = ianaName(text);
  if (name === undefined) return undefined;
  try {
    zoneFormat(name);
    return name;
  } catch {
    // The database has names that this version of JavaScript does not know.
    return undefined;
  }
}

/**
 * The wall time at an instant, as milliseconds of the same day and time in UTC: 09:30 in Paris is returned as
 * 09:30 UTC.
 */
export function wallTimeAt(zone: string, atMs: number): number {
  if (zone === 'UTC') return atMs;
  const part: Record<string, number> = {};
  for (const { type, value } of zoneFormat(zone).formatToParts(atMs)) part[type] = Number(value);
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
