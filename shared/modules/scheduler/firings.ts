/** Computes the next firings of a schedule. */

import { dateMs } from '../../kernel/base/dates.ts';
import { toIso } from '../../kernel/base/times.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import { ScheduleValueError } from './errors.ts';
import type { PreviewFirings } from './firings-contract.ts';
import { type JobCaller, liveJob } from './job-access.ts';
import { checkedZone } from './job-checks.ts';
import { jobLimits } from './limits.ts';
import { nextCronRun } from './timing/cron.ts';
import { nextRunMs, scheduleProblem, type Timing } from './timing/schedule.ts';

const dayMs = 86_400_000;
const scheduleKeys = ['scheduleType', 'scheduleValue', 'timezone'] as const;

/** The schedule in the query, or undefined if it names a job. Throws InvalidInputError. */
function givenSchedule(query: PreviewFirings, nowMs: number): Timing | undefined {
  if (query.jobId !== undefined) {
    const superfluous = scheduleKeys.filter((key) => query[key] !== undefined);
    if (superfluous.length === 0) return undefined;
    throw new InvalidInputError(
      Object.fromEntries(superfluous.map((key) => [key, 'must not be given with jobId'])),
    );
  }
  const { scheduleType, scheduleValue, timezone = 'UTC' } = query;
  if (scheduleType === undefined || scheduleValue === undefined) {
    throw new InvalidInputError({
      ...(scheduleType === undefined && { scheduleType: 'is required without jobId' }),
      ...(scheduleValue === undefined && { scheduleValue: 'is required without jobId' }),
    });
  }
  return { scheduleType, scheduleValue, timezone: checkedZone(timezone), anchorMs: nowMs };
}

/** The first firing after a time; undefined if the parser finds none for a cron expression. */
function firingAfter(timing: Timing, afterMs: number): number | undefined {
  return timing.scheduleType === 'cron'
    ? nextCronRun(timing.scheduleValue, timing.timezone, afterMs)
    : nextRunMs(timing, afterMs);
}

/** The firings of a timing after `afterMs`, the earliest first. */
function firingsAfter(timing: Timing, afterMs: number, count: number): number[] {
  const firings: number[] = [];
  for (let at = firingAfter(timing, afterMs); at !== undefined && firings.length < count; ) {
    firings.push(at);
    at = firingAfter(timing, at);
  }
  return firings;
}

/** The start of the preview. Throws InvalidInputError if it is too far from now. */
function startOf({ after }: PreviewFirings, nowMs: number): number {
  const afterMs = after === undefined ? nowMs : dateMs(after);
  if (Math.abs(afterMs - nowMs) > jobLimits.previewDays * dayMs)
    throw new InvalidInputError({ after: `must be within ${jobLimits.previewDays} days of now` });
  return afterMs;
}

/**
 * The next firings of a job or of a schedule. Throws InvalidInputError, ScheduleValueError for a schedule
 * that is invalid or never fires, and what `liveJob` throws. One request for a job, two for a platform job.
 */
export async function previewFirings(caller: JobCaller, query: PreviewFirings) {
  const { nowMs } = caller.context;
  const afterMs = startOf(query, nowMs);
  const given = givenSchedule(query, nowMs);
  const timing: Timing = given ?? (await liveJob(caller, String(query.jobId)));
  const problem = given && scheduleProblem(given, nowMs);
  if (problem !== undefined) throw new ScheduleValueError(timing.scheduleType, problem);
  const { scheduleType, scheduleValue, timezone } = timing;
  const firings = firingsAfter(timing, afterMs, query.count).map((atMs) => toIso(atMs));
  return { scheduleType, scheduleValue, timezone, firings };
}
