/** The maximum number of jobs per tenant. */
import { integerSetting } from '../../kernel/settings/settings.ts';
import { createWithin, releaseWrite } from '../../kernel/table/usage.ts';
import { transact, type Write } from '../../kernel/table/write.ts';
import type { JobRow } from './job.ts';
import { jobUsagePartition } from './keys.ts';

type Owned = Pick<JobRow, 'tenantId' | 'id'>;

/**
 * Stores a job in one transaction that also counts it for its tenant; platform jobs have no limit. Throws
 * LimitReachedError.
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

/** Decrements the tenant's count, in the transaction that deletes the job. */
export function leaveLimitWrites({ tenantId, id }: Owned): Write[] {
  return tenantId === null ? [] : [releaseWrite(jobUsagePartition(tenantId), id)];
}
