/** Runs for people: starting one by hand, and what became of those that were. */
import { JobDisabledError, NotFoundError, QueueUnavailableError } from '../http/errors.ts';
import { countAgainst, type RatePolicy } from '../http/rate-limit.ts';
import { setting } from '../settings.ts';
import { sendMessages } from '../workers/send.ts';
import { type Caller, getJob } from './job-access.ts';
import { jobLimits } from './limits.ts';
import { runMessage } from './messages.ts';
import { manualPlace, newRun, placeOfRun, toExecution, toQueueJob } from './run.ts';
import type { Execution, ListExecutions, QueueJob } from './run-contract.ts';
import * as store from './run-store.ts';

const policies: readonly RatePolicy[] = [
  { name: 'job-trigger-minute', limit: jobLimits.triggersPerMinute, windowSeconds: 60 },
  { name: 'job-trigger-hour', limit: jobLimits.triggersPerHour, windowSeconds: 3_600 },
];

/** Throws QueueUnavailableError in a deployment that does without the queue of jobs. */
function assertQueue(beside: Record<string, unknown> = {}): void {
  if (setting('QUEUE_STRATEGY') === 'local') throw new QueueUnavailableError(beside);
}

/**
 * Starts a run of a job beside its schedule, and answers the run's id. Throws QueueUnavailableError, NotFoundError,
 * MissingFeatureError, JobDisabledError, RateLimitedError, and UnavailableError with nothing started.
 */
export async function triggerJob(caller: Caller, id: string): Promise<string> {
  assertQueue();
  const { principal, nowMs } = caller.context;
  const job = await getJob(caller, id);
  if (!job.isEnabled) throw new JobDisabledError();
  for (const policy of policies) await countAgainst(policy, id, nowMs);
  const run = newRun(job, manualPlace(id, nowMs), 'waiting', principal.subject, nowMs);
  await store.insertRun(run);
  try {
    await sendMessages('scheduler-execution', [{ message: runMessage(job, run.id) }]);
  } catch (error) {
    await store.removeRun(run);
    throw error;
  }
  return run.id;
}

/** One page of the runs of a job. Throws QueueUnavailableError, NotFoundError and MissingFeatureError. */
export async function listExecutions(caller: Caller, jobId: string, query: ListExecutions) {
  const { page, pageSize } = query;
  assertQueue({ data: [], meta: { total: 0, totalIsExact: true, pageSize, page } });
  const job = await getJob(caller, jobId);
  const { runs, total, totalIsExact } = await store.listRuns(job, jobId, query, caller.context.nowMs);
  const data: Execution[] = runs.map(toExecution);
  return { data, meta: { total, totalIsExact, pageSize, page } };
}

/** One run by its id. Throws QueueUnavailableError, NotFoundError and MissingFeatureError. */
export async function getQueueJob(caller: Caller, runId: string): Promise<QueueJob> {
  assertQueue();
  const place = placeOfRun(runId);
  if (place === undefined) throw new NotFoundError('Run');
  const job = await getJob(caller, place.jobId);
  const run = await store.findRun(job, place, caller.context.nowMs);
  if (run === undefined) throw new NotFoundError('Run');
  return toQueueJob(run);
}
