/** The items by which the jobs of all tenants that fire are found. */
import type { Key } from '../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../kernel/table/read.ts';
import { sweepPages } from '../../kernel/table/sweep.ts';
import type { Write } from '../../kernel/table/write.ts';
import type { JobRow, OwnerScope } from './job.ts';
import { jobKey, scheduledKey, scheduledPartition, scheduledShards } from './keys.ts';

/** Whose a job is. */
export type JobScope = Pick<OwnerScope, 'tenantId'>;

/** The item by which a job that fires is found. An interrupted create leaves some that lead to no job. */
export const firingPointer = ({ tenantId, id }: JobRow): Key & Item => ({
  ...scheduledKey({ tenantId }, id),
  tenantId,
  id,
});
export const startFiring = (job: JobRow): Write => ({ put: firingPointer(job) });
export const stopFiring = ({ tenantId, id }: JobRow): Write => ({ delete: scheduledKey({ tenantId }, id) });

/**
 * Hands over the items of all jobs that fire, a page at a time until the deadline; `liveJobIn` reads one. Returns whether
 * it came to the end. Throws the first failure after that.
 */
export function sweepFiringJobs(
  deadlineMs: number,
  work: (items: Item[]) => Promise<void>,
): Promise<{ finished: boolean }> {
  const partitions = Array.from({ length: scheduledShards }, (_, shard) => scheduledPartition(shard));
  const sweep = { name: 'jobs that fire', partitions, pageItems: 100, consistent: true, deadlineMs };
  return sweepPages(sweep, async (locators) =>
    work(await batchGet(locators.map(({ tenantId, id }) => jobKey(scopeOf(tenantId), String(id))))),
  );
}

const scopeOf = (tenantId: unknown): JobScope => ({
  tenantId: typeof tenantId === 'string' ? tenantId : null,
});
