/** The window of a series by the hour, as requests name it. */

import * as z from 'zod/mini';
import { InvalidInputError } from '../errors/errors.ts';
import { toIso } from '../text/times.ts';
import { isDate, normalizeDate } from './dates.ts';

/** Maximum number of hours per request, which limits its units. */
const maxHours = 7 * 24;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const moment = z
  .string()
  .check(
    z.refine((value) => isDate(value), { error: 'must be an ISO 8601 date such as 2026-01-01T08:00:00Z' }),
  );

/** The query keys of a time range. */
export const hourlyQuery = {
  since: z.optional(moment).check(
    z.meta({
      description: `Beginning of the window, at most ${maxHours} hours before \`until\`; by default 24 hours before it.`,
      examples: ['2026-03-01T08:00:00Z'],
    }),
  ),
  until: z
    .optional(moment)
    .check(
      z.meta({ description: 'End of the time range; default: now.', examples: ['2026-03-02T08:00:00Z'] }),
    ),
};

export interface HourlyWindow {
  fromMs: number;
  toMs: number;
}

/** The time range of a request. Throws InvalidInputError when it ends before it starts, or is too long. */
export function hourlyWindowOf(
  { since, until }: { since?: string | undefined; until?: string | undefined },
  nowMs: number,
): HourlyWindow {
  const toMs = until === undefined ? nowMs : Date.parse(normalizeDate(until));
  const fromMs = since === undefined ? toMs - dayMs : Date.parse(normalizeDate(since));
  if (fromMs > toMs) throw new InvalidInputError({ until: 'must not be before since' });
  if (toMs - fromMs > maxHours * hourMs)
    throw new InvalidInputError({ since: `must be at most ${maxHours} hours before until` });
  return { fromMs, toMs };
}

/** The time range in responses; it starts at the full hour. */
export function shownWindow({ fromMs, toMs }: HourlyWindow): { since: string; until: string } {
  return {
    since: toIso(Math.floor(fromMs / hourMs) * hourMs),
    until: toIso(toMs),
  };
}
