/** The history of runs, for people. Apart from starting one: reading needs no client of SQS. */
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { setting } from '../../../kernel/settings/settings.ts';
import { QueueUnavailableError } from '../errors.ts';
import type { JobRow } from '../job.ts';
import { type Caller, getJob } from '../job-access.ts';
import { locationOfRun, toExecution, toQueueJob } from './run.ts';
import type { Execution, ListExecutions, QueueJob } from './run-contract.ts';
import * as store from './run-store.ts';

/** Throws QueueUnavailableError in a deployment that does without the queue of jobs. */
export function assertQueue(beside: Record<string, unknown> = {}): void {
  if (setting('QUEUE_STRATEGY') === 'local') throw new QueueUnavailableError(beside);
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

/** The job of a run. Throws MissingFeatureError, and what an unknown run throws where the caller sees no such job. */
async function jobOfRun(caller: Caller, jobId: string): Promise<JobRow> {
  try {
    return await getJob(caller, jobId);
  } catch (error) {
    throw error instanceof NotFoundError ? new NotFoundError('Run') : error;
  }
}

/** One run by its id. Throws QueueUnavailableError, NotFoundError and MissingFeatureError. */
export async function getQueueJob(caller: Caller, runId: string): Promise<QueueJob> {
  assertQueue();
  const place = locationOfRun(runId);
  if (place === undefined) throw new NotFoundError('Run');
  const job = await jobOfRun(caller, place.jobId);
  const run = await store.findRun(job, place, caller.context.nowMs);
  if (run === undefined) throw new NotFoundError('Run');
  return toQueueJob(run);
}
