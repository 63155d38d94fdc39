/** Finds stale jobs and records that they have failed. */

import { tryEach } from '../../kernel/base/parallel.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import type { RunTime } from '../../kernel/queues/scheduled.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../kernel/table/read.ts';
import { removeOrphans, sweepPages } from '../../kernel/table/sweep.ts';
import { isEnd, jobAt } from './job.ts';
import { failStale } from './job-service.ts';
import { toJob } from './job-store.ts';
import { progressKey, progressWatchPartition, progressWatchShards } from './keys.ts';

const parallelJobs = 4;
/** Maximum number of keys in one BatchGetItem. */
const jobsPerPage = 100;

const rowKeyOf = (item: Item) => {
  const at: RowScope = { tenantId: String(item.tenantId), organizationId: String(item.organizationId) };
  return progressKey(at, String(item.id));
};

/**
 * Checks all active jobs except those of sync runs, until the deadline. An error for one job does not stop the sweep.
 * Returns the number of stale jobs.
 */
export async function sweepProgress({ nowMs, deadlineMs }: RunTime): Promise<number> {
  const context = { principal: { subject: 'system:progress' }, nowMs };
  const partitions = Array.from({ length: progressWatchShards }, (_, shard) => progressWatchPartition(shard));
  let staleJobs = 0;
  const failIfStale = async (item: Item) => {
    const job = toJob(item);
    if (isEnd(job.status) || !isEnd(jobAt(job, nowMs).status)) return;
    try {
      await failStale(job, context);
      staleJobs += 1;
    } catch (error) {
      // The worker has sent an update, or another request has recorded the failure.
      if (!(error instanceof StaleError)) throw error;
    }
  };
  await sweepPages(
    { name: 'progress', partitions, pageItems: jobsPerPage, consistent: false, deadlineMs },
    async (page) => {
      const rows = await batchGet(page.map(rowKeyOf));
      const unfinished = new Set(
        rows.filter(({ finishedAtMs }) => typeof finishedAtMs !== 'number').map(({ id }) => id),
      );
      await removeOrphans(page.filter(({ id }) => !unfinished.has(id)));
      for (const { item, error } of await tryEach(rows, parallelJobs, failIfStale))
        log('error', 'checking a progress job failed', { jobId: item.id, error: describeError(error) });
    },
  );
  log('info', 'progress jobs checked', { lost: staleJobs });
  return staleJobs;
}
