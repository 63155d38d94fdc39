/** The items that find all enabled jobs of all tenants. */
import { batchGet, type Item } from '../../kernel/table/read.ts';
import { sweepPages } from '../../kernel/table/sweep.ts';
import type { Write } from '../../kernel/table/write.ts';
import type { JobRow, OwnerScope } from './job.ts';
import { jobKey, scheduledKey, scheduledPartition, scheduledShards } from './keys.ts';

/** The tenant of a job. */
export type JobScope = Pick<OwnerScope, 'tenantId'>;

/** Writes the item that finds an enabled job. */
export const startFiring = ({ tenantId, id }: JobRow): Write => ({
  put: { ...scheduledKey({ tenantId }, id), tenantId, id },
});
export const stopFiring = ({ tenantId, id }: JobRow): Write => ({ delete: scheduledKey({ tenantId }, id) });

/**
 * Yields the items of all enabled jobs in pages until the deadline; `liveJobIn` reads one. Returns whether it
 * reached the end. Throws the first failure afterwards.
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
