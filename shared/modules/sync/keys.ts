/**
 * Keys of sync runs.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a sync run | TENANT#<tenant>#SYNCRUN#<run> | RUN | syncRunKey |
 * | Read the written chunks of a batch, and its write shards | TENANT#<tenant>#SYNCRUN#<run>#BATCH#<number> | CHUNK#<id> / LANE#<lane> | syncChunkKey, syncWriteShardKey |
 * | List the failed items of a run, in order | TENANT#<tenant>#SYNCRUN#<run>#FAILURES | <batch>#<item> | syncFailureKey |
 * | List an organization's sync runs, newest first | TENANT#<tenant>#ORG#<organization>#SYNCRUNS | <inverted ms>#<run> | syncRunListingKey |
 * | Read the running run of a kind, and the last run's cursor | TENANT#<tenant>#ORG#<organization>#SYNCS | LOCK#<integration>#<entityType>#<direction> / CURSOR#… | syncLockKey, syncCursorKey |
 * | List scheduled syncs with the time of their last run | TENANT#<tenant>#ORG#<organization>#SYNCSCHEDULES | <integration>#<entityType>#<direction> | syncScheduleKey |
 * | List unfinished runs, per shard | SYNCACTIVE#<shard> | <tenant>#<run> | activeSyncRunKey |
 */
import type { TenantScope } from '../../kernel/base/principal.ts';
import {
  type Key,
  newestFirst,
  type RowScope,
  type SortKeyRange,
  shardOfUuid,
} from '../../kernel/table/keys.ts';

const syncRunPartition = ({ tenantId }: TenantScope, id: string): string =>
  `TENANT#${tenantId}#SYNCRUN#${id}`;
export const syncRunKey = (scope: TenantScope, id: string): Key => ({
  pk: syncRunPartition(scope, id),
  sk: 'RUN',
});
/** Items of one batch of a run. */
export const syncBatchPartition = (scope: TenantScope, runId: string, batch: number): string =>
  `${syncRunPartition(scope, runId)}#BATCH#${batch}`;
export const syncChunksPrefix = 'CHUNK#';
export const syncChunkKey = (scope: TenantScope, runId: string, batch: number, chunkId: string): Key => ({
  pk: syncBatchPartition(scope, runId, batch),
  sk: `${syncChunksPrefix}${chunkId}`,
});
export const syncWriteShardKey = (scope: TenantScope, runId: string, batch: number, lane: number): Key => ({
  pk: syncBatchPartition(scope, runId, batch),
  sk: `LANE#${lane}`,
});
const sortable = (number: number, digits: number): string => String(number).padStart(digits, '0');
export const syncFailuresPartition = (scope: TenantScope, runId: string): string =>
  `${syncRunPartition(scope, runId)}#FAILURES`;
/** The sort keys of all failures of one batch begin with it. */
export const syncFailuresPrefix = (batch: number): string => `${sortable(batch, 10)}#`;
export const syncFailureKey = (scope: TenantScope, runId: string, batch: number, item: number): Key => ({
  pk: syncFailuresPartition(scope, runId),
  sk: `${syncFailuresPrefix(batch)}${sortable(item, 6)}`,
});
export const syncFailureRange: SortKeyRange = { from: '0', to: ':' };
export const syncRunListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#SYNCRUNS`;
export const syncRunListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: syncRunListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});

/** The kind of a run; only one run of a kind is running in an organization. */
export interface SyncSubject {
  integrationId: string;
  entityType: string;
  direction: string;
}
export const syncsPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#SYNCS`;
/** The locks of all runs of one integration. */
export const syncLocksPrefix = (integrationId: string): string => `LOCK#${integrationId}#`;
export const syncLockKey = (scope: RowScope, { integrationId, entityType, direction }: SyncSubject): Key => ({
  pk: syncsPartition(scope),
  sk: `${syncLocksPrefix(integrationId)}${entityType}#${direction}`,
});
export const syncCursorKey = (
  scope: RowScope,
  { integrationId, entityType, direction }: SyncSubject,
): Key => ({ pk: syncsPartition(scope), sk: `CURSOR#${integrationId}#${entityType}#${direction}` });
export const syncSchedulesPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#SYNCSCHEDULES`;
export const syncScheduleKey = (
  scope: RowScope,
  { integrationId, entityType, direction }: SyncSubject,
): Key => ({ pk: syncSchedulesPartition(scope), sk: `${integrationId}#${entityType}#${direction}` });
/**
 * Shared by all tenants, because the sweep that recovers stalled runs knows no tenant. The number may be
 * raised at any time, but never lowered: a run's row records the shard of its item.
 */
export const activeSyncShards = 32;
/** The counter of a tenant's runs that are not over. */
export const syncUsagePartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#SYNCRUNS`;
export const activeSyncPartition = (shard: number): string => `SYNCACTIVE#${shard}`;
export const activeSyncShardOf = (id: string): number => shardOfUuid(id, activeSyncShards);
export const activeSyncRunKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: activeSyncPartition(activeSyncShardOf(id)),
  sk: `${tenantId}#${id}`,
});

// Converts a sync's name of its records to their entity type.

/** Converts a part to the form that records allow: lower case, `_` for dashes and dots, a letter first. */
function partOf(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[.-]/g, '_');
  return /^[a-z]/.test(plain) ? plain : `x_${plain}`;
}

/**
 * The entity type `<module>.<entity>` of the records that a sync of `entityType` reads and writes:
 * `external.<type>` for a name without a dot; dots after the first become `_`. A valid entity type is
 * returned unchanged.
 */
export function recordTypeOf(entityType: string): string {
  const dot = entityType.indexOf('.');
  if (dot < 0) return `external.${partOf(entityType)}`;
  return `${partOf(entityType.slice(0, dot))}.${partOf(entityType.slice(dot + 1))}`;
}
