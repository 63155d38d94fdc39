const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** UTC years outside 0000–9999 have their own notation, which we would not accept back. */
function fitsFourDigitYear(atMs: number): boolean {
  return !Number.isNaN(atMs) && /^\d{4}-/.test(new Date(atMs).toISOString());
}

/** Whether the text is an ISO 8601 date, with or without a time, that exists in the calendar. */
export function isDate(value: string): boolean {
  if (!dateOnly.test(value) && !dateTime.test(value)) return false;
  // JavaScript converts 2026-02-30 to March; an existing day stays unchanged.
  const day = value.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return false;
  return fitsFourDigitYear(Date.parse(value));
}

const dayMs = 86_400_000;

/** The last moment of a normalized date, in ms since 1970: a date without a time lasts until the end of its UTC day. */
export function lastMomentOf(date: string): number {
  return Date.parse(date) + (dateOnly.test(date) ? dayMs - 1 : 0);
}

/** A date stays unchanged; a date with a time becomes UTC with milliseconds. Without a zone, it is UTC. */
export function normalizeDate(value: string): string {
  if (dateOnly.test(value)) return value;
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(value);
  return new Date(hasZone ? value : `${value}Z`).toISOString();
}
