/**
 * Keys of scheduled jobs.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a scheduled job | TENANT#<tenant or platform>#JOB#<job> | JOB | jobKey |
 * | List the runs of a job, newest first | TENANT#<tenant or platform>#JOB#<job> | RUN#<inverted ms>#<suffix> | runKey |
 * | List an organization's jobs, newest first | TENANT#<tenant>#ORG#<organization>#JOBS | <inverted ms>#<job> | jobListingKey |
 * | List the tenant-wide jobs of a tenant, or the platform's | TENANT#<tenant or platform>#JOBS | <inverted ms>#<job> | jobListingKey |
 * | List failed runs of an organization's jobs, newest first | TENANT#<tenant>#ORG#<organization>#FAILEDRUNS | <inverted ms>#<run> | failedRunKey |
 * | List failed runs of a tenant's jobs, or the platform's | TENANT#<tenant or platform>#FAILEDRUNS | <inverted ms>#<run> | failedRunKey |
 * | List enabled jobs, per shard | SCHEDULED#<shard> | <tenant or platform>#<job> | scheduledKey |
 * | List jobs that the tick fires, the earliest first, per shard | JOBDUE#<shard> | <ms>#<tenant or platform>#<job> | jobDueKey |
 */
import { type Key, newestFirst, type SortKeyRange, shardOfUuid } from '../../kernel/table/keys.ts';

/** The tenant of a job, or null for the platform, whose partition key no tenant has. */
type JobScope = { tenantId: string | null };
const jobTenant = ({ tenantId }: JobScope): string => `TENANT#${tenantId ?? 'platform'}`;

export const jobKey = (scope: JobScope, id: string): Key => ({
  pk: `${jobTenant(scope)}#JOB#${id}`,
  sk: 'JOB',
});
/** `suffix` distinguishes runs of the same millisecond. */
export const runKey = (scope: JobScope, jobId: string, atMs: number, suffix = ''): Key => ({
  pk: jobKey(scope, jobId).pk,
  sk: `RUN#${newestFirst(atMs)}#${suffix}`,
});
/** The sort keys of a job's runs. */
export const runRange: SortKeyRange = { from: 'RUN#', to: 'RUN#~' };

/** The partition of a tenant's job counter. */
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

/** The list of failed runs of all jobs of an organization, a tenant or the platform. */
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

/** Number of shards, so that the writes of all jobs do not go to one partition. */
export const scheduledShards = 16;
export const scheduledPartition = (shard: number): string => `SCHEDULED#${shard}`;
export const scheduledKey = ({ tenantId }: JobScope, id: string): Key => ({
  pk: scheduledPartition(Number.parseInt(id.slice(0, 2), 16) % scheduledShards),
  sk: `${tenantId ?? 'platform'}#${id}`,
});

/** Few, because the tick reads each of them every minute. More may be added at any time. */
export const jobDueShards = 4;
export const jobDuePartition = (shard: number): string => `JOBDUE#${shard}`;
export const jobDueShardOf = (id: string): number => shardOfUuid(id, jobDueShards);
const dueTime = (ms: number): string => String(ms).padStart(13, '0');
export const jobDueKey = ({ tenantId }: JobScope, id: string, atMs: number): Key => ({
  pk: jobDuePartition(jobDueShardOf(id)),
  sk: `${dueTime(atMs)}#${tenantId ?? 'platform'}#${id}`,
});
/** The items of all jobs that are due before a time. */
export const jobDueRange = (beforeMs: number): SortKeyRange => ({ from: dueTime(0), to: dueTime(beforeMs) });
