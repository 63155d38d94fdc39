/** The history of runs. Separate from starting one, because reading needs no SQS client. */
import { NotFoundError, requireFound } from '../../../kernel/errors/errors.ts';
import { setting } from '../../../kernel/settings/settings.ts';
import { QueueUnavailableError } from '../errors.ts';
import type { JobRow } from '../job.ts';
import { type JobCaller, liveJob } from '../job-access.ts';
import { locationOfRun, toExecution, toQueueJob } from './run.ts';
import type { Execution, ListExecutions, QueueJob } from './run-contract.ts';
import * as store from './run-store.ts';

/** Throws QueueUnavailableError if the deployment has no job queue. */
export function assertQueue(body: Record<string, unknown> = {}): void {
  if (setting('QUEUE_STRATEGY') === 'local') throw new QueueUnavailableError(body);
}

/** One page of the runs of a job. Throws QueueUnavailableError and NotFoundError. */
export async function listExecutions(caller: JobCaller, { id, ...query }: ListExecutions & { id: string }) {
  const { page, pageSize } = query;
  assertQueue({ data: [], meta: { total: 0, totalIsExact: true, pageSize, page } });
  const job = await liveJob(caller, id);
  const { runs, total, totalIsExact } = await store.listRuns(job, query, caller.context.nowMs);
  const data: Execution[] = runs.map(toExecution);
  return { data, meta: { total, totalIsExact, pageSize, page } };
}

/** The job of a run. Throws the error of an unknown run if the caller cannot see the job. */
async function jobOfRun(caller: JobCaller, jobId: string): Promise<JobRow> {
  try {
    return await liveJob(caller, jobId);
  } catch (error) {
    throw error instanceof NotFoundError ? new NotFoundError('Run') : error;
  }
}

/** One run by its id. Throws QueueUnavailableError and NotFoundError. */
export async function getQueueJob(caller: JobCaller, { jobId }: { jobId: string }): Promise<QueueJob> {
  assertQueue();
  const location = requireFound(locationOfRun(jobId), 'Run');
  const job = await jobOfRun(caller, location.jobId);
  const run = requireFound(await store.findRun(job, location, caller.context.nowMs), 'Run');
  return toQueueJob(run);
}
