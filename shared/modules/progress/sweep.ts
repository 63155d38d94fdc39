/** Finds jobs that have lost their worker, and writes down that they failed. */
import { StaleError } from '../../kernel/errors/errors.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { tryEach } from '../../kernel/table/parallel.ts';
import { batchGet, type Item } from '../../kernel/table/read.ts';
import { removeOrphans, sweepPages } from '../../kernel/table/sweep.ts';
import { isEnd, jobAt } from './job.ts';
import { failStale } from './job-service.ts';
import { toJob } from './job-store.ts';
import { progressKey, progressWatchPartition, progressWatchShards } from './keys.ts';

const parallelJobs = 4;
/** One BatchGetItem takes as many. */
const jobsPerPage = 100;

const rowKeyOf = (item: Item) => {
  const at: RowScope = { tenantId: String(item.tenantId), organizationId: String(item.organizationId) };
  return progressKey(at, String(item.id));
};

/**
 * Looks at every job that is under way but those of sync runs, until the deadline. What fails for one job leaves the
 * others alone. Returns how many of them had lost their worker.
 */
export async function sweep(nowMs: number, deadlineMs: number): Promise<number> {
  const context = { principal: { subject: 'system:progress' }, nowMs };
  const partitions = Array.from({ length: progressWatchShards }, (_, shard) => progressWatchPartition(shard));
  let lost = 0;
  const failIfLost = async (item: Item) => {
    const job = toJob(item);
    if (isEnd(job.status) || !isEnd(jobAt(job, nowMs).status)) return;
    try {
      await failStale(job, context);
      lost += 1;
    } catch (error) {
      // Its worker reported progress meanwhile, or another request wrote the same.
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
      for (const { item, error } of await tryEach(rows, parallelJobs, failIfLost))
        log('error', 'a progress job could not be checked', { jobId: item.id, error: describeError(error) });
    },
  );
  return lost;
}
