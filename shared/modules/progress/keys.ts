/**
 * Keys of progress jobs.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a job | TENANT#<tenant>#ORG#<organization> | PROGRESS#<job> | progressKey |
 * | List active jobs, newest first | TENANT#<tenant>#ORG#<organization>#PROGRESS#ACTIVE | <inverted ms>#<job> | progressListingKey |
 * | List active child jobs, newest first | TENANT#<tenant>#ORG#<organization>#PROGRESS#PARTS | <inverted ms>#<job> | progressListingKey |
 * | List ended jobs, newest first | TENANT#<tenant>#ORG#<organization>#PROGRESS#ENDED | <inverted ms>#<job> | progressListingKey |
 * | List recently ended jobs, the latest end first | TENANT#<tenant>#ORG#<organization>#PROGRESS#RECENT | <inverted ms of the end>#<job> | recentProgressKey |
 * | List jobs that may be stale, per shard | PROGRESSWATCH#<shard> | <tenant>#<organization>#<job> | progressWatchKey |
 */
import {
  type Key,
  newestFirst,
  newestFirstRange,
  type RowScope,
  type SortKeyRange,
  shardOfUuid,
} from '../../kernel/table/keys.ts';

export const progressKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `PROGRESS#${id}`,
});
/** Lists of jobs. Active jobs have their own partitions, so that reading them does not read the history. */
export type ProgressList = 'ACTIVE' | 'PARTS' | 'ENDED';
export const progressPartition = (
  { tenantId, organizationId }: RowScope,
  list: ProgressList | 'RECENT',
): string => `TENANT#${tenantId}#ORG#${organizationId}#PROGRESS#${list}`;
export const progressListingKey = (
  scope: RowScope,
  list: ProgressList,
  createdAtMs: number,
  id: string,
): Key => ({ pk: progressPartition(scope, list), sk: `${newestFirst(createdAtMs)}#${id}` });
export const recentProgressKey = (scope: RowScope, endedAtMs: number, id: string): Key => ({
  pk: progressPartition(scope, 'RECENT'),
  sk: `${newestFirst(endedAtMs)}#${id}`,
});
/** The jobs that ended at or after this time. */
export const recentProgressRange = (sinceMs: number): SortKeyRange =>
  newestFirstRange(sinceMs, Number.POSITIVE_INFINITY);

/**
 * Number of partitions that the sweep reads; a single one would become hot. It may be raised at any time but never
 * lowered, as the job's row records the shard of its watch item.
 */
export const progressWatchShards = 16;
export const progressWatchPartition = (shard: number): string => `PROGRESSWATCH#${shard}`;
export const progressWatchShardOf = (id: string): number => shardOfUuid(id, progressWatchShards);
export const progressWatchKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: progressWatchPartition(progressWatchShardOf(id)),
  sk: `${tenantId}#${organizationId}#${id}`,
});
