/** Runs at exact seconds: EventBridge knows minutes only, so a queue hides each of a minute's messages until its time. */

import { sendMessages } from '../../../kernel/queues/send.ts';
import { toIso } from '../../../kernel/text/times.ts';
import type { JobRow } from '../job.ts';
import { runsBetween } from '../timing/schedule.ts';
import { dueMessage } from './messages.ts';
import { newRun } from './run.ts';
import { insertDelayedRuns } from './run-store.ts';

/**
 * Arranges the job's runs between two times, which show in its history as delayed. Doing so twice is harmless: each
 * run is claimed once. Throws SendError and the SDK's errors.
 */
export async function delayRuns(
  job: JobRow,
  { afterMs, beforeMs }: { afterMs: number; beforeMs: number },
  nowMs: number,
): Promise<void> {
  const times = runsBetween(job, afterMs, beforeMs);
  await insertDelayedRuns(
    times.map((atMs) => newRun(job, { jobId: job.id, atMs, suffix: '' }, 'delayed', null, nowMs)),
  );
  await sendMessages(
    'scheduler-execution',
    times.map((atMs) => ({
      message: dueMessage(job, 'fire', toIso(atMs)),
      // By the clock of this moment: to get here may have taken a while.
      delaySeconds: (atMs - Date.now()) / 1_000,
    })),
  );
}
