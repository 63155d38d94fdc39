/** Runs at exact seconds: EventBridge has minutes only, so each message of a minute is sent with a delay. */

import { sendMessages } from '../../../kernel/queues/send.ts';
import { toIso } from '../../../kernel/text/times.ts';
import type { JobRow } from '../job.ts';
import { runsBetween } from '../timing/schedule.ts';
import { dueMessage } from './messages.ts';
import { newRun } from './run.ts';
import { insertDelayedRuns } from './run-store.ts';

/**
 * Schedules the job's runs between two times, which its history shows as delayed. Idempotent, because each
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
      // Uses the current time, because earlier steps may have been slow.
      delaySeconds: (atMs - Date.now()) / 1_000,
    })),
  );
}
