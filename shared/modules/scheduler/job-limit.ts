/** How many jobs a tenant may have. */
import { integerSetting } from '../../kernel/settings/settings.ts';
import { createWithin, releaseWrite } from '../../kernel/table/usage.ts';
import { transact, type Write } from '../../kernel/table/write.ts';
import type { JobRow } from './job.ts';
import { jobUsagePartition } from './keys.ts';

type Owned = Pick<JobRow, 'tenantId' | 'id'>;

/**
 * Stores a job in one transaction, while its tenant may have more of them; jobs of the platform itself have no limit.
 * Throws LimitReachedError.
 */
export async function storeWithinLimit({ tenantId, id }: Owned, writes: readonly Write[]): Promise<void> {
  if (tenantId === null) return transact(writes);
  const limit = {
    partition: jobUsagePartition(tenantId),
    what: 'scheduled jobs in a tenant',
    max: integerSetting('SCHEDULED_JOBS_PER_TENANT'),
  };
  await createWithin(limit, id, (count) => transact([...writes, count]));
}

/** Makes room for another job, in the transaction that deletes this one. */
export function leaveLimitWrites({ tenantId, id }: Owned): Write[] {
  return tenantId === null ? [] : [releaseWrite(jobUsagePartition(tenantId), id)];
}
