/** Starts a run manually. */

import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import type { Target } from '../../../kernel/http/operation.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import { JobDisabledError } from '../errors.ts';
import { type JobCaller, managedJob } from '../job-access.ts';
import { jobLimits } from '../limits.ts';
import { runMessage } from './messages.ts';
import { manualRunLocation, newRun } from './run.ts';
import { assertQueue } from './run-history.ts';
import * as store from './run-store.ts';

const policies: readonly RatePolicy[] = [
  { name: 'job-trigger-minute', limit: jobLimits.triggersPerMinute, windowSeconds: 60 },
  { name: 'job-trigger-hour', limit: jobLimits.triggersPerHour, windowSeconds: 3_600 },
];

/**
 * Starts a run of a job in addition to its schedule. Throws QueueUnavailableError,
 * NotFoundError, JobDisabledError, RateLimitedError, and UnavailableError without any
 * effect.
 */
export async function triggerJob(caller: JobCaller, { id }: Target) {
  assertQueue();
  const { principal, nowMs } = caller.context;
  const job = await managedJob(caller, id);
  if (!job.isEnabled) throw new JobDisabledError();
  for (const policy of policies) await countAgainst(policy, id, nowMs);
  const run = newRun(job, manualRunLocation(id, nowMs), 'waiting', principal.subject, nowMs);
  await store.insertRun(run);
  try {
    await sendMessages('scheduler-execution', [{ message: runMessage(job, run.id) }]);
  } catch (error) {
    await store.removeRun(run);
    throw error;
  }
  return { ok: true, jobId: run.id, message: 'The job was queued.' };
}
