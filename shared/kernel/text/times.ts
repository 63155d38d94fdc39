/** Times as the API writes them: ISO 8601 in UTC with milliseconds. */

/** The time `ms` milliseconds after 1970 began. */
export const toIso = (ms: number): string => new Date(ms).toISOString();

/** The same; null for a time that there is not. */
export const toIsoOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : toIso(ms);

/** The time of a change of what was changed `before`: later in any case, so that it tells which of two states is newer. */
export const laterThan = (before: string, nowMs: number): string =>
  toIso(Math.max(nowMs, Date.parse(before) + 1));

/** The UTC day of a time, such as `2026-03-01`. */
export const dayOf = (ms: number): string => toIso(ms).slice(0, 10);

/** The UTC month of a time, such as `2026-03`. */
export const monthOf = (ms: number): string => toIso(ms).slice(0, 7);
