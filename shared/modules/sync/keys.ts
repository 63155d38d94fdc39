/**
 * Keys of sync runs.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a sync run | TENANT#<tenant>#SYNCRUN#<run> | RUN | syncRunKey |
 * | What did a batch of a run write, and who may go on with it? | TENANT#<tenant>#SYNCRUN#<run>#BATCH#<number> | CHUNK#<id> / LANE#<lane> | syncChunkKey, syncWriteShardKey |
 * | Items that a run could not take over, in their order | TENANT#<tenant>#SYNCRUN#<run>#FAILURES | <batch>#<item> | syncFailureKey |
 * | List an organization's sync runs, newest first | TENANT#<tenant>#ORG#<organization>#SYNCRUNS | <inverted ms>#<run> | syncRunListingKey |
 * | Which run is at work here, and how far did the last one come? | TENANT#<tenant>#ORG#<organization>#SYNCS | LOCK#<integration>#<entityType>#<direction> / CURSOR#… | syncLockKey, syncCursorKey |
 * | Which syncs are scheduled, and when did each run last? | TENANT#<tenant>#ORG#<organization>#SYNCSCHEDULES | <integration>#<entityType>#<direction> | syncScheduleKey |
 * | Read the mapping of an integration's entity type | TENANT#<tenant>#ORG#<organization> | SYNCMAPPING#<mapping> | syncMappingKey |
 * | List mappings, newest first | TENANT#<tenant>#ORG#<organization>#SYNCMAPPINGS | <inverted ms>#<mapping> | syncMappingListingKey |
 * | Was a run started by a request with this key? | TENANT#<tenant>#SYNCREQUEST#<sha256 of organization and key> | REQUEST | syncRequestKey |
 * | Which runs are not over? per shard | SYNCACTIVE#<shard> | <tenant>#<run> | activeSyncRunKey |
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
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
/** Everything about one batch of a run. */
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
/** All failures of one batch begin with it. */
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

/** What a run is about: only one of a kind is at work in an organization. */
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
export const syncMappingKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `SYNCMAPPING#${id}`,
});
export const syncMappingListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#SYNCMAPPINGS`;
export const syncMappingListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: syncMappingListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
export const syncRequestKey = ({ tenantId }: TenantScope, requestSha256: string): Key => ({
  pk: `TENANT#${tenantId}#SYNCREQUEST#${requestSha256}`,
  sk: 'REQUEST',
});
/**
 * Of all tenants: the sweep that recovers stalled runs knows no tenant. May be raised at any time, never lowered: a run's
 * row records the shard in which its item is stored.
 */
export const activeSyncShards = 32;
/** Where a tenant's runs that are not over are counted. */
export const syncUsagePartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#SYNCRUNS`;
export const activeSyncPartition = (shard: number): string => `SYNCACTIVE#${shard}`;
export const activeSyncShardOf = (id: string): number => shardOfUuid(id, activeSyncShards);
export const activeSyncRunKey = (
  { tenantId, activeShard }: TenantScope & { activeShard?: number },
  id: string,
): Key => ({
  pk: activeSyncPartition(activeShard ?? activeSyncShardOf(id)),
  sk: `${tenantId}#${id}`,
});

// The type that records and their events have, of the name that a sync has for its records.

/** A part of a type as records write it: lower case, `_` for dashes and dots, a letter first. */
function partOf(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[.-]/g, '_');
  return /^[a-z]/.test(plain) ? plain : `x_${plain}`;
}

/**
 * The entity type `<module>.<entity>` of the records that a sync of `entityType` reads and writes: `external.<type>` for a
 * name without a dot; dots behind the first become `_`. A type of records is its own.
 */
export function recordTypeOf(entityType: string): string {
  const dot = entityType.indexOf('.');
  if (dot < 0) return `external.${partOf(entityType)}`;
  return `${partOf(entityType.slice(0, dot))}.${partOf(entityType.slice(dot + 1))}`;
}
