/** The window of a series by the hour, as requests name it. */

import * as z from 'zod/mini';
import { toIso } from '../base/times.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { fromField, recentRangeOf, type TimeRange, untilField } from './time-range.ts';

/** Maximum number of hours per request, which limits its units. */
const maxHours = 7 * 24;

const hourMs = 3_600_000;

/** The query keys of a time range. */
export const hourlyQuery = {
  since: z.optional(
    fromField(
      `Beginning of the window, at most ${maxHours} hours before \`until\`; by default 24 hours before it.`,
    ),
  ),
  until: z.optional(untilField('End of the time range; default: now.')),
};

/** The time range of a request. Throws InvalidInputError when it ends before it starts, or is too long. */
export function hourlyWindowOf(
  query: { since?: string | undefined; until?: string | undefined },
  nowMs: number,
): TimeRange {
  const { fromMs, toMs } = recentRangeOf(query, nowMs);
  if (toMs - fromMs > maxHours * hourMs)
    throw new InvalidInputError({ since: `must be at most ${maxHours} hours before until` });
  return { fromMs, toMs };
}

/** The time range in responses; it starts at the full hour. */
export function shownWindow({ fromMs, toMs }: TimeRange): { since: string; until: string } {
  return {
    since: toIso(Math.floor(fromMs / hourMs) * hourMs),
    until: toIso(toMs),
  };
}
