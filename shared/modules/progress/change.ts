/** What updates of the worker, and requests to cancel, change in a job. Pure. */
import { toJson } from '../../kernel/http/json.ts';
import type { UpdateProgressJob } from './contract.ts';
import type { JobEvent } from './events.ts';
import { bookkeeping, etaOf, isEnd, type ProgressJob, percentOf } from './job.ts';
import { progressLimits } from './limits.ts';

/** A job after a change, and the event to publish; undefined when none is due yet. */
export interface JobChange {
  after: ProgressJob;
  event: JobEvent | undefined;
}

/** What the counts come to, where they are given; what is given itself counts more. */
function figures(before: ProgressJob, given: UpdateProgressJob, startedAtMs: number | null, nowMs: number) {
  const processedCount = given.processedCount ?? before.processedCount;
  const totalCount = given.totalCount ?? before.totalCount;
  const isCounted = given.processedCount !== undefined || given.totalCount !== undefined;
  const counted = isCounted && totalCount !== null;
  const eta = etaOf({ processedCount, totalCount }, { startedAtMs, nowMs });
  return {
    processedCount,
    totalCount,
    progressPercent:
      given.progressPercent ?? (counted ? percentOf(processedCount, totalCount) : before.progressPercent),
    etaSeconds: given.etaSeconds ?? (counted ? eta : before.etaSeconds),
  };
}

/** What browsers see of a job: an update is published when one of these changes. */
const visible = (job: ProgressJob): string =>
  toJson(Object.entries(job).filter(([field]) => !bookkeeping.some((hidden) => hidden === field)));

/** The event of a change. Updates are published now and then: a worker may send a hundred of them in a second. */
function eventOf(
  before: ProgressJob,
  after: ProgressJob,
  isNews: boolean,
  nowMs: number,
): JobEvent | undefined {
  if (isEnd(after.status)) return after.status;
  if (before.status === 'pending' && after.status === 'running') return 'started';
  const isDue =
    nowMs - before.toldAtMs >= progressLimits.publishEveryMs ||
    Math.abs(after.progressPercent - before.toldPercent) >= 1;
  return isNews && isDue ? 'updated' : undefined;
}

function told(before: ProgressJob, after: ProgressJob, nowMs: number): JobChange {
  const isNews = before.hasUntold || visible(before) !== visible(after);
  const event = eventOf(before, after, isNews, nowMs);
  return {
    event,
    after:
      event === undefined
        ? { ...after, hasUntold: isNews }
        : { ...after, toldAtMs: nowMs, toldPercent: after.progressPercent, hasUntold: false },
  };
}

/** The job after its worker's update. It has not ended before. */
export function updatedJob(before: ProgressJob, given: UpdateProgressJob, nowMs: number): JobChange {
  const status = given.status ?? before.status;
  const begins = before.startedAtMs === null && status !== 'pending' && status !== 'cancelled';
  const startedAtMs = begins ? nowMs : before.startedAtMs;
  const { progressPercent, etaSeconds, ...counts } = figures(before, given, startedAtMs, nowMs);
  const ends = isEnd(status);
  const after: ProgressJob = {
    ...before,
    ...counts,
    status,
    startedAtMs,
    progressPercent: status === 'completed' ? 100 : progressPercent,
    etaSeconds: ends ? 0 : etaSeconds,
    meta: given.meta === undefined ? before.meta : { ...before.meta, ...given.meta },
    resultSummary: given.resultSummary ?? before.resultSummary,
    errorMessage: given.errorMessage ?? before.errorMessage,
    errorStack: given.errorStack ?? before.errorStack,
    heartbeatAtMs: nowMs,
    finishedAtMs: ends ? nowMs : null,
    updatedAtMs: nowMs,
    revision: before.revision + 1,
  };
  return told(before, after, nowMs);
}

/**
 * The job after a request to cancel it: a pending one is cancelled, of a running one the request is noted.
 * Undefined when there is nothing to do any more.
 */
export function cancelledJob(
  before: ProgressJob,
  byUserId: string | null,
  nowMs: number,
): JobChange | undefined {
  if (before.cancelRequestedAtMs !== null) return undefined;
  const requested: ProgressJob = {
    ...before,
    cancelRequestedAtMs: nowMs,
    cancelledByUserId: byUserId,
    updatedAtMs: nowMs,
    revision: before.revision + 1,
    toldAtMs: nowMs,
    toldPercent: before.progressPercent,
    hasUntold: false,
  };
  if (before.status === 'running') return { after: requested, event: 'updated' };
  return {
    after: { ...requested, status: 'cancelled', etaSeconds: 0, finishedAtMs: nowMs },
    event: 'cancelled',
  };
}
