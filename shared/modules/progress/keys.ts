/**
 * Keys of background work.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a job of background work | TENANT#<tenant>#ORG#<organization> | PROGRESS#<job> | progressKey |
 * | Jobs that go on, newest first | TENANT#<tenant>#ORG#<organization>#PROGRESS#ACTIVE | <inverted ms>#<job> | progressListingKey |
 * | Parts of jobs that go on, newest first | TENANT#<tenant>#ORG#<organization>#PROGRESS#PARTS | <inverted ms>#<job> | progressListingKey |
 * | Jobs that have ended, newest first | TENANT#<tenant>#ORG#<organization>#PROGRESS#ENDED | <inverted ms>#<job> | progressListingKey |
 * | Jobs that have just ended, the last one first | TENANT#<tenant>#ORG#<organization>#PROGRESS#RECENT | <inverted ms of the end>#<job> | recentProgressKey |
 * | Which jobs might have lost their worker? per shard | PROGRESSWATCH#<shard> | <tenant>#<organization>#<job> | progressWatchKey |
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
/** Lists of jobs: those that go on lie apart, so that no look at them reads the history. */
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
/** Everything that ended since then. */
export const recentProgressRange = (sinceMs: number): SortKeyRange =>
  newestFirstRange(sinceMs, Number.POSITIVE_INFINITY);

/**
 * Sweeps read some partitions each instead of one that every job writes to. May be raised at any time, never lowered: a
 * job's row records the shard in which its item is stored.
 */
export const progressWatchShards = 16;
export const progressWatchPartition = (shard: number): string => `PROGRESSWATCH#${shard}`;
export const progressWatchShardOf = (id: string): number => shardOfUuid(id, progressWatchShards);
export const progressWatchKey = (
  { tenantId, organizationId, watchShard }: RowScope & { watchShard?: number },
  id: string,
): Key => ({
  pk: progressWatchPartition(watchShard ?? progressWatchShardOf(id)),
  sk: `${tenantId}#${organizationId}#${id}`,
});
