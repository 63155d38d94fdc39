/** The bounds of time ranges in queries and bodies. */
import * as z from 'zod/mini';
import { dateMs, isDate, lastMomentOf } from '../base/dates.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { about } from './fields.ts';

/** The latest time that a sort key can hold. */
const endOfTimeMs = 9_999_999_999_999;

/** A date with or without a time. */
export function dateField(description: string, example = '2026-03-01T09:30:00.000Z') {
  return z.string().check(
    z.refine((value) => isDate(value), { error: 'must be an ISO 8601 time such as 2026-03-01T09:30:00Z' }),
    about(description, example),
  );
}

/** The lower bound of a time range. */
export function fromField(description: string) {
  return dateField(`${description} A date without a time means its midnight (UTC).`);
}

/** The upper bound of a time range. */
export function untilField(description: string) {
  return dateField(`${description} A date without a time includes its whole day (UTC).`);
}

/** The times between the bounds, both inclusive. */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

const withinSortKeys = (atMs: number): number => Math.min(Math.max(atMs, 0), endOfTimeMs);

/** The first moment of a lower bound; by default the beginning of time. */
export const lowerBoundMs = (date: string | undefined): number =>
  date === undefined ? 0 : withinSortKeys(dateMs(date));

/** The last moment of an upper bound; by default the end of time. */
const upperBoundMs = (date: string | undefined): number =>
  date === undefined ? endOfTimeMs : withinSortKeys(lastMomentOf(date));

/** Throws InvalidInputError at the upper bound unless the range begins before it ends; `names` are the two fields. */
function orderedRange({ fromMs, toMs }: TimeRange, names: readonly [from: string, to: string]) {
  if (fromMs > toMs) throw new InvalidInputError({ [names[1]]: `must not be before ${names[0]}` });
  return { fromMs, toMs };
}

/** The range of two bounds; a missing one does not limit it. Throws InvalidInputError if it ends before it begins. */
export function timeRangeOf(
  from: string | undefined,
  to: string | undefined,
  names: readonly [from: string, to: string],
): TimeRange {
  return orderedRange({ fromMs: lowerBoundMs(from), toMs: upperBoundMs(to) }, names);
}

const dayMs = 86_400_000;

/**
 * The range of `since` and `until`; by default it ends now, and begins 24 hours or, before a date without a time, one day
 * earlier. Throws InvalidInputError.
 */
export function recentRangeOf(
  { since, until }: { since?: string | undefined; until?: string | undefined },
  nowMs: number,
): TimeRange {
  const untilMs = until === undefined ? nowMs : dateMs(until);
  const lastMs = until === undefined ? nowMs : lastMomentOf(until);
  const isDay = untilMs < lastMs;
  // A day that is not over ends now.
  const toMs = untilMs <= nowMs ? Math.min(lastMs, nowMs) : lastMs;
  const fromMs = since === undefined ? (isDay ? untilMs : untilMs - dayMs) : dateMs(since);
  return orderedRange({ fromMs, toMs }, ['since', 'until']);
}
