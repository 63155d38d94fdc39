/** Dates as requests and data write them: ISO 8601, and with blanks before time and zone, as programs print them. Pure. */

const form =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?: ?(Z|UTC|[+-]\d{2}(?::?\d{2})?))?)?$/i;
const dayLength = 'YYYY-MM-DD'.length;
const dayMs = 86_400_000;

const firstMs = Date.parse('0000-01-01T00:00:00.000Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a time can be written as a date. UTC years outside 0000–9999 have a notation that is not accepted. */
export const isWithinYears = (atMs: number): boolean => atMs >= firstMs && atMs <= lastMs;

/** `+02:00` for `+0200`, `+02` and `+02:00`; `Z` for `UTC` and without a zone. */
function offsetOf(zone = 'Z'): string {
  const minutes = zone.slice(3).replace(':', '') || '00';
  return /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${minutes}` : 'Z';
}

const secondsAt = 'HH:mm:'.length;

/** The instant of a day and a time. A leap second, which ends a day in UTC, is the first second of the next, as in Unix time. */
function instantOf(day: string, time: string, offset: string): number {
  if (!time.startsWith('60', secondsAt)) return Date.parse(`${day}T${time}${offset}`);
  const before = `${time.slice(0, secondsAt)}59${time.slice(secondsAt + 2)}`;
  const atMs = Date.parse(`${day}T${before}${offset}`) + 1_000;
  return atMs - Math.floor(atMs / dayMs) * dayMs < 1_000 ? atMs : Number.NaN;
}

/**
 * Milliseconds since 1970 of a date, with or without a time; NaN for any other text and for a day that the calendar does
 * not have. A date without a time is its midnight, and a time without a zone is in UTC.
 */
export function dateMs(text: string): number {
  const [, day, time = '00:00', zone] = form.exec(text) ?? [];
  if (day === undefined) return Number.NaN;
  // JavaScript converts 2026-02-30 to March; an existing day stays unchanged.
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnightMs) || !new Date(midnightMs).toISOString().startsWith(day)) return Number.NaN;
  const atMs = instantOf(day, time, offsetOf(zone));
  return isWithinYears(atMs) ? atMs : Number.NaN;
}

/** Whether the text is a date that exists in the calendar, with or without a time. */
export const isDate = (text: string): boolean => !Number.isNaN(dateMs(text));

/** The last moment of a date, in ms since 1970: a date without a time lasts until the end of its UTC day. */
export function lastMomentOf(date: string): number {
  return dateMs(date) + (date.length === dayLength ? dayMs - 1 : 0);
}

/** A date stays unchanged; a date with a time becomes UTC with milliseconds. Without a zone, it is UTC. */
export function normalizeDate(date: string): string {
  return date.length === dayLength ? date : new Date(dateMs(date)).toISOString();
}
