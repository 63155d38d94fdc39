/** Sync runs, and which records are items of which services. */
import * as keys from '../../../shared/table/keys.ts';
import { beside, type Invariant, lastPart, partOf, type RawItem, sameId, scopeOf, text } from './table.ts';

const over = new Set(['completed', 'failed', 'cancelled']);

const subjectOf = ({ integrationId, entityType, direction }: RawItem) => ({
  integrationId: text(integrationId),
  entityType: text(entityType),
  direction: text(direction),
});

export const sync: Invariant = (table) => {
  const runs = table.rows('sync_run');
  const active = runs.filter(({ status }) => !over.has(text(status)));
  const records = table.rows('record');
  const sourcesOf = ({ sources }: RawItem) => Object.entries((sources ?? {}) as Record<string, string>);
  return [
    ...beside(table, 'sync runs', {
      rows: runs,
      expected: (row) => [keys.syncRunListingKey(scopeOf(row), Number(row.createdAtMs), text(row.id))],
      isBeside: ({ pk, b }) => lastPart(pk) === 'SYNCRUNS' && b !== undefined,
      same: (row, item) => sameId(row, item) && item.s === row.status,
    }),
    ...beside(table, 'sync locks', {
      rows: active,
      expected: (row) => [keys.syncLockKey(scopeOf(row), subjectOf(row))],
      isBeside: ({ entity }) => entity === 'sync_lock',
      same: (row, item) => item.runId === row.id,
    }),
    ...beside(table, 'sync runs at work', {
      rows: active,
      expected: (row) => [keys.activeSyncRunKey(scopeOf(row), text(row.id))],
      isBeside: ({ entity }) => entity === 'sync_active',
      same: sameId,
    }),
    ...beside(table, 'synced items', {
      rows: records,
      expected: (row) =>
        sourcesOf(row).map(([integrationId, externalId]) =>
          keys.syncedKey(scopeOf(row), { integrationId, entityType: text(row.entityType) }, externalId),
        ),
      isBeside: ({ pk }) => partOf(pk, 4) === 'SYNCED',
      same: (row, item) => item.localId === row.id,
    }),
  ];
};
