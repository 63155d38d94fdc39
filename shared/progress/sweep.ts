/** Finds jobs that have lost their worker, and writes down that they failed. */
import { StaleError } from '../http/errors.ts';
import { progressKey, progressWatchPartition, progressWatchShards, type RowScope } from '../table/keys.ts';
import { forEachParallel } from '../table/parallel.ts';
import { batchGet, type Item, queryPages } from '../table/read.ts';
import { isEnd, jobAt } from './job.ts';
import { failStale } from './job-service.ts';
import { toJob } from './job-store.ts';

const parallelJobs = 4;
/** One BatchGetItem takes as many. */
const jobsPerLook = 100;

const rowKeyOf = (item: Item) => {
  const at: RowScope = { tenantId: String(item.tenantId), organizationId: String(item.organizationId) };
  return progressKey(at, String(item.id));
};

/** Looks at every job that goes on but those of sync runs. Answers how many of them had lost their worker. */
export async function sweep(nowMs: number): Promise<number> {
  const context = { principal: { subject: 'system:progress' }, nowMs };
  let lost = 0;
  for (let shard = 0; shard < progressWatchShards; shard++) {
    const pages = queryPages({
      pk: progressWatchPartition(shard),
      pageItems: jobsPerLook,
      consistent: false,
    });
    for await (const page of pages) {
      const jobs = (await batchGet(page.map(rowKeyOf))).map(toJob);
      const stale = jobs.filter((job) => !isEnd(job.status) && isEnd(jobAt(job, nowMs).status));
      await forEachParallel(stale, parallelJobs, async (job) => {
        await failStale(job, context).then(
          () => {
            lost += 1;
          },
          (error: unknown) => {
            // It was heard of meanwhile, or somebody else wrote the same.
            if (!(error instanceof StaleError)) throw error;
          },
        );
      });
    }
  }
  return lost;
}
