/** Sync runs: active ones have their lock, and others have none. */
import { syncedKey } from '../../../shared/modules/entities/keys.ts';
import { activeSyncRunKey, syncLockKey, syncRunListingKey } from '../../../shared/modules/sync/keys.ts';
import { beside, type Invariant, lastPart, partOf, type RawItem, sameId, scopeOf, text } from './table.ts';

const ended = new Set(['completed', 'failed', 'cancelled']);
const shardOf = ({ activeShard }: RawItem) => (typeof activeShard === 'number' ? { activeShard } : {});
export const isOver = (status: unknown): boolean => ended.has(text(status));
const isAtWork = ({ status }: RawItem): boolean => !isOver(status);

const subjectOf = ({ integrationId, entityType, direction }: RawItem) => ({
  integrationId: text(integrationId),
  entityType: text(entityType),
  direction: text(direction),
});

export const sync: Invariant = (table) => {
  const runs = table.rows('sync_run');
  const ids = new Set(runs.map(({ id }) => id));
  return [
    ...beside(table, 'sync runs', {
      rows: runs,
      expected: (row) => [syncRunListingKey(scopeOf(row), Number(row.createdAtMs), text(row.id))],
      isBeside: ({ pk, b }) => lastPart(pk) === 'SYNCRUNS' && b !== undefined,
      same: (row, item) => sameId(row, item) && item.s === row.status,
    }),
    ...beside(table, 'locks of syncs', {
      rows: runs.filter(isAtWork),
      expected: (row) => [syncLockKey(scopeOf(row), subjectOf(row))],
      isBeside: ({ entity }) => entity === 'sync_lock',
      same: (row, item) => item.runId === row.id,
    }),
    ...beside(table, 'syncs that are watched', {
      rows: runs.filter(isAtWork),
      expected: (row) => [activeSyncRunKey({ ...scopeOf(row), ...shardOf(row) }, text(row.id))],
      isBeside: ({ entity }) => entity === 'sync_active',
    }),
    ...beside(table, 'items that records are', {
      rows: table.rows('record'),
      expected: (row) =>
        Object.entries((row.sources ?? {}) as Record<string, string>).map(([integrationId, externalId]) =>
          syncedKey(scopeOf(row), { integrationId, entityType: text(row.entityType) }, externalId),
        ),
      isBeside: ({ pk }) => partOf(pk, 4) === 'SYNCED',
      same: (row, item) => item.localId === row.id,
    }),
    ...runs
      .filter(({ status, lease }) => {
        const untilMs = (lease as { untilMs?: number } | undefined)?.untilMs;
        return status === 'running' && untilMs !== undefined && untilMs < table.nowMs;
      })
      .map(({ pk }) => `sync runs: ${pk} is in progress without a worker`),
    ...table
      .rows('sync_failure')
      .filter(({ pk }) => !ids.has(partOf(pk, 3)))
      .map(({ pk, sk }) => `failures: ${pk} ${sk} belong to no run`),
  ];
};
