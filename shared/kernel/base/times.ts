/** Times as the API writes them: ISO 8601 in UTC with milliseconds. */

/** Formats milliseconds since the Unix epoch. */
export const toIso = (ms: number): string => new Date(ms).toISOString();

/** As `toIso`, but null stays null. */
export const toIsoOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : toIso(ms);

/** A timestamp strictly after `before`, so that timestamps order the states of a resource even if clocks differ. */
export const laterThan = (before: string, nowMs: number): string =>
  toIso(Math.max(nowMs, Date.parse(before) + 1));

/** The UTC day of a time, such as `2026-03-01`. */
export const dayOf = (ms: number): string => toIso(ms).slice(0, 10);

/** The UTC month of a time, such as `2026-03`. */
export const monthOf = (ms: number): string => toIso(ms).slice(0, 7);
