/** Applies updates of workers and cancellation requests to a job. Pure. */
import { toJson } from '../../kernel/base/json.ts';
import type { UpdateProgressJob } from './contract.ts';
import type { JobEvent } from './events.ts';
import { bookkeeping, etaOf, isEnd, type ProgressJob, percentOf, replayJobType } from './job.ts';
import { progressLimits } from './limits.ts';

/** A job after a change, and the event to publish; undefined when none is due yet. */
export interface JobChange {
  after: ProgressJob;
  event: JobEvent | undefined;
}

/** Calculates percentage and estimate from new counts. Values of the update itself take precedence. */
function progressOf(
  before: ProgressJob,
  input: UpdateProgressJob,
  startedAtMs: number | null,
  nowMs: number,
) {
  const processedCount = input.processedCount ?? before.processedCount;
  const totalCount = input.totalCount ?? before.totalCount;
  const hasNewCount = input.processedCount !== undefined || input.totalCount !== undefined;
  const isCounted = hasNewCount && totalCount !== null;
  const eta = etaOf({ processedCount, totalCount }, { startedAtMs, nowMs });
  return {
    processedCount,
    totalCount,
    progressPercent:
      input.progressPercent ?? (isCounted ? percentOf(processedCount, totalCount) : before.progressPercent),
    etaSeconds: input.etaSeconds ?? (isCounted ? eta : before.etaSeconds),
  };
}

/** The fields that browsers see, as JSON. An update is published when one of them changes. */
const visibleFields = (job: ProgressJob): string =>
  toJson(Object.entries(job).filter(([field]) => !bookkeeping.some((hidden) => hidden === field)));

/** Returns the event of a change. Updates are throttled, as a worker may send a hundred of them in a second. */
function eventOf(
  before: ProgressJob,
  after: ProgressJob,
  hasVisibleChange: boolean,
  nowMs: number,
): JobEvent | undefined {
  if (isEnd(after.status)) return after.status;
  if (before.status === 'pending' && after.status === 'running') return 'started';
  const isDue =
    nowMs - before.toldAtMs >= progressLimits.publishEveryMs ||
    Math.abs(after.progressPercent - before.toldPercent) >= 1;
  return hasVisibleChange && isDue ? 'updated' : undefined;
}

function withEvent(before: ProgressJob, after: ProgressJob, nowMs: number): JobChange {
  const hasVisibleChange = before.hasUntold || visibleFields(before) !== visibleFields(after);
  const event = eventOf(before, after, hasVisibleChange, nowMs);
  return {
    event,
    after:
      event === undefined
        ? { ...after, hasUntold: hasVisibleChange }
        : { ...after, toldAtMs: nowMs, toldPercent: after.progressPercent, hasUntold: false },
  };
}

/** Applies an update of the worker. The job must not have ended. */
export function updatedJob(before: ProgressJob, input: UpdateProgressJob, nowMs: number): JobChange {
  const status = input.status ?? before.status;
  const starts = before.startedAtMs === null && status !== 'pending' && status !== 'cancelled';
  const startedAtMs = starts ? nowMs : before.startedAtMs;
  const { progressPercent, etaSeconds, ...counts } = progressOf(before, input, startedAtMs, nowMs);
  const ends = isEnd(status);
  const after: ProgressJob = {
    ...before,
    ...counts,
    status,
    startedAtMs,
    progressPercent: status === 'completed' ? 100 : progressPercent,
    etaSeconds: ends ? 0 : etaSeconds,
    meta: input.meta === undefined ? before.meta : { ...before.meta, ...input.meta },
    resultSummary: input.resultSummary ?? before.resultSummary,
    errorMessage: input.errorMessage ?? before.errorMessage,
    errorStack: input.errorStack ?? before.errorStack,
    heartbeatAtMs: nowMs,
    finishedAtMs: ends ? nowMs : null,
    updatedAtMs: nowMs,
    revision: before.revision + 1,
  };
  return withEvent(before, after, nowMs);
}

/**
 * Applies a cancellation request: a pending job and a replay are cancelled, any other running job records the request for
 * its worker. Returns undefined if cancellation was requested before.
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
  if (before.status === 'running' && before.jobType !== replayJobType)
    return { after: requested, event: 'updated' };
  return {
    after: { ...requested, status: 'cancelled', etaSeconds: 0, finishedAtMs: nowMs },
    event: 'cancelled',
  };
}
