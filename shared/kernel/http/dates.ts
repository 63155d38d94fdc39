const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** UTC years outside 0000–9999 have a notation of their own, which could not be sent back to us. */
function fitsFourDigitYear(atMs: number): boolean {
  return !Number.isNaN(atMs) && /^\d{4}-/.test(new Date(atMs).toISOString());
}

/** Is the text an ISO 8601 date, alone or with a time, that exists in the calendar? */
export function isDate(value: string): boolean {
  if (!dateOnly.test(value) && !dateTime.test(value)) return false;
  // JavaScript rolls 2026-02-30 over to March; an existing day comes back unchanged.
  const day = value.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return false;
  return fitsFourDigitYear(Date.parse(value));
}

const dayMs = 86_400_000;

/** The last moment that a normalized date names, in ms since 1970: a date without a time lasts until its day ends, UTC. */
export function lastMomentOf(date: string): number {
  return Date.parse(date) + (dateOnly.test(date) ? dayMs - 1 : 0);
}

/** A date stays as written; a date with a time becomes UTC with milliseconds. Without a zone UTC is meant. */
export function normalizeDate(value: string): string {
  if (dateOnly.test(value)) return value;
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(value);
  return new Date(hasZone ? value : `${value}Z`).toISOString();
}
