/**
 * Keys of scheduled jobs.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a scheduled job | TENANT#<tenant or platform>#JOB#<job> | JOB | jobKey |
 * | A job's runs, newest first | TENANT#<tenant or platform>#JOB#<job> | RUN#<inverted ms>#<suffix> | runKey |
 * | List an organization's jobs, newest first | TENANT#<tenant>#ORG#<organization>#JOBS | <inverted ms>#<job> | jobListingKey |
 * | List the jobs of a tenant as a whole, or of the platform | TENANT#<tenant or platform>#JOBS | <inverted ms>#<job> | jobListingKey |
 * | Runs that failed, of an organization's jobs, newest first | TENANT#<tenant>#ORG#<organization>#FAILEDRUNS | <inverted ms>#<run> | failedRunKey |
 * | The same of jobs of a tenant as a whole, or of the platform | TENANT#<tenant or platform>#FAILEDRUNS | <inverted ms>#<run> | failedRunKey |
 * | Which jobs fire? per shard | SCHEDULED#<shard> | <tenant or platform>#<job> | scheduledKey |
 */
import { type Key, newestFirst, type SortKeyRange } from '../../kernel/table/keys.ts';

/** Whose a job is: a tenant's, or with null the platform's own, which lies under a name that no tenant has. */
type JobScope = { tenantId: string | null };
const jobTenant = ({ tenantId }: JobScope): string => `TENANT#${tenantId ?? 'platform'}`;

export const jobKey = (scope: JobScope, id: string): Key => ({
  pk: `${jobTenant(scope)}#JOB#${id}`,
  sk: 'JOB',
});
/** `suffix` tells runs of the same millisecond apart. */
export const runKey = (scope: JobScope, jobId: string, atMs: number, suffix = ''): Key => ({
  pk: jobKey(scope, jobId).pk,
  sk: `RUN#${newestFirst(atMs)}#${suffix}`,
});
/** Where the runs of a job lie, in its partition. */
export const runRange: SortKeyRange = { from: 'RUN#', to: 'RUN#~' };

/** Where a tenant's jobs are counted, in all organizations. */
export const jobUsagePartition = (tenantId: string): string => `TENANT#${tenantId}#JOBS`;
export const jobListPartition = ({
  tenantId,
  organizationId,
}: JobScope & { organizationId: string | null }): string =>
  organizationId === null
    ? `${jobTenant({ tenantId })}#JOBS`
    : `${jobTenant({ tenantId })}#ORG#${organizationId}#JOBS`;
export const jobListingKey = (
  scope: JobScope & { organizationId: string | null },
  createdAtMs: number,
  id: string,
): Key => ({ pk: jobListPartition(scope), sk: `${newestFirst(createdAtMs)}#${id}` });

/** Where runs that failed are listed, over all jobs of an organization, of a tenant as a whole, or of the platform. */
export const failedRunsPartition = ({
  tenantId,
  organizationId,
}: JobScope & { organizationId: string | null }): string =>
  organizationId === null
    ? `${jobTenant({ tenantId })}#FAILEDRUNS`
    : `${jobTenant({ tenantId })}#ORG#${organizationId}#FAILEDRUNS`;
export const failedRunKey = (
  scope: JobScope & { organizationId: string | null },
  failedAtMs: number,
  runId: string,
): Key => ({ pk: failedRunsPartition(scope), sk: `${newestFirst(failedAtMs)}#${runId}` });

/** Shards that are read one after the other, so that no partition has every write of every job. */
export const scheduledShards = 16;
export const scheduledPartition = (shard: number): string => `SCHEDULED#${shard}`;
export const scheduledKey = ({ tenantId }: JobScope, id: string): Key => ({
  pk: scheduledPartition(Number.parseInt(id.slice(0, 2), 16) % scheduledShards),
  sk: `${tenantId ?? 'platform'}#${id}`,
});
