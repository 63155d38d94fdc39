/** Checks entity records. */
import { externalIdKey, recordListingKey } from '../../../shared/modules/entities/keys.ts';
import { beside, type Invariant, msOf, partOf, sameId, scopeOf, text } from './table.ts';

export const records: Invariant = (table) => {
  const rows = table.rows('record');
  return [
    ...beside(table, 'records', {
      rows,
      expected: (row) => [
        recordListingKey(scopeOf(row), text(row.entityType), msOf(row.createdAt), text(row.id)),
      ],
      isBeside: ({ pk, b }) => partOf(pk, 4) === 'RECORDS' && b !== undefined,
      same: sameId,
    }),
    ...beside(table, 'externalIds', {
      rows: rows.filter(({ externalId }) => typeof externalId === 'string'),
      expected: (row) => [externalIdKey(scopeOf(row), text(row.entityType), text(row.externalId))],
      isBeside: ({ pk }) => partOf(pk, 4) === 'EXTERNALID',
      same: sameId,
    }),
  ];
};
