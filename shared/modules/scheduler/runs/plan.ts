/** Plans runs before their times: the history shows them as delayed, and their messages are sent with a delay. */

import { toIso } from '../../../kernel/base/times.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import { findDueJob, moveDue } from '../due-jobs.ts';
import type { JobRow } from '../job.ts';
import { liveJobIn } from '../job-store.ts';
import { isTicked, nextRunMs, plannedTimes, plannedUntilMs } from '../timing/schedule.ts';
import { dueMessage, type PlanData } from './messages.ts';
import { newRun } from './run.ts';
import { insertDelayedRuns } from './run-store.ts';

/** Plans the job's runs from a time on. Idempotent, because each run is claimed once. */
async function planRuns(job: JobRow, fromMs: number, nowMs: number): Promise<void> {
  const times = plannedTimes(job, fromMs, nowMs);
  await insertDelayedRuns(
    times.map((atMs) => newRun(job, { jobId: job.id, atMs, suffix: '' }, 'delayed', null, nowMs)),
  );
  await sendMessages(
    'scheduler-execution',
    times.map((atMs) => ({
      message: dueMessage(job, toIso(atMs)),
      // Uses the current time, because earlier steps may have been slow.
      delaySeconds: (atMs - Date.now()) / 1_000,
    })),
  );
}

/**
 * Plans the first runs of a job that begins to fire, for which the next tick would be too late. A failure is only
 * logged: the tick plans them again.
 */
export async function planFirstRuns(job: JobRow, nowMs: number): Promise<void> {
  if (!job.isEnabled || !isTicked(job)) return;
  try {
    await planRuns(job, nowMs + 1, nowMs);
  } catch (error) {
    log('warn', 'the first runs of a job were not planned', { jobId: job.id, error: describeError(error) });
  }
}

/** Handles the message of the tick: plans the job's runs until the end of the next minute, and notes when it is due again. */
export async function plan({ tenantId, data }: Message<PlanData>): Promise<void> {
  const { due, jobItem } = await findDueJob({ tenantId }, data.jobId, data.dueAtMs);
  // An earlier message has planned them.
  if (due === undefined) return;
  const job = liveJobIn(jobItem);
  if (!job?.isEnabled || !isTicked(job)) return moveDue(due);
  const nowMs = Date.now();
  await planRuns(job, data.dueAtMs, nowMs);
  await moveDue(due, { job, atMs: nextRunMs(job, plannedUntilMs(nowMs) - 1) });
}
