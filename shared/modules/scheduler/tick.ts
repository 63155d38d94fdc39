/** Finds the jobs that EventBridge cannot time before their next firings, and requests their runs. */

import { shuffled, tryEach } from '../../kernel/base/parallel.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import type { RunTime } from '../../kernel/queues/scheduled.ts';
import { sendMessages } from '../../kernel/queues/send.ts';
import { dueJobs } from './due-jobs.ts';
import { jobDueShards } from './keys.ts';
import { planMessage } from './runs/messages.ts';
import { plannedUntilMs } from './timing/schedule.ts';

const jobsPerPage = 100;

/**
 * Requests the plans of all jobs that fire before the end of the next minute. The queue passes them to workers in turns
 * of the tenants. A job that is requested twice is planned once; one that is missed, by the next tick. Returns the
 * number of jobs. Throws the first failure after all shards.
 */
export async function tick({ nowMs, deadlineMs }: RunTime): Promise<number> {
  const untilMs = plannedUntilMs(nowMs);
  // In random order, so that a deadline does not always skip the same shards.
  const shards = shuffled(Array.from({ length: jobDueShards }, (_, shard) => shard));
  let found = 0;
  const failures = await tryEach(shards, jobDueShards, async (shard) => {
    for await (const jobs of dueJobs(shard, untilMs, jobsPerPage)) {
      if (Date.now() >= deadlineMs) {
        log('warn', 'the tick ran out of time', { shard });
        return;
      }
      await sendMessages(
        'scheduler-execution',
        jobs.map((job) => ({ message: planMessage(job) })),
      );
      found += jobs.length;
    }
  });
  for (const { item: shard, error } of failures)
    log('error', 'due jobs could not be requested', { shard, error: describeError(error) });
  if (failures[0] !== undefined) throw failures[0].error;
  log('info', 'due jobs requested', { jobs: found });
  return found;
}
