/** Feature toggles. */
import * as keys from '../../../shared/kernel/table/keys.ts';
import { beside, type Invariant, lastPart, partOf, sameId, text } from './table.ts';

export const toggles: Invariant = (table) => {
  const rows = table.rows('toggle');
  return [
    ...beside(table, 'toggles', {
      rows,
      expected: (row) => [keys.toggleListingKey(text(row.identifier))],
      isBeside: ({ pk, b }) => pk === keys.toggleListPartition && b !== undefined,
      same: sameId,
    }),
    ...beside(table, 'identifiers', {
      rows,
      expected: (row) => [keys.toggleIdentifierKey(text(row.identifier))],
      // A deleted toggle's stays reserved, and one that was given up, too.
      isBeside: (item) =>
        item.entity === 'toggle_identifier' && !item.givenUp && item.deletedAt === undefined,
    }),
    ...beside(table, 'copies of toggles', {
      rows,
      expected: (row) =>
        Array.from({ length: Number(row.copies ?? 0) }, (_, index) =>
          keys.toggleCopyKey(text(row.identifier), index + 1),
        ),
      isBeside: ({ entity }) => entity === 'toggle_copy',
    }),
    ...beside(table, 'overrides', {
      rows: table.items.filter(({ entity }) => entity === 'toggle_override'),
      expected: ({ pk, tenantId }) => [keys.overrideListingKey({ tenantId: text(tenantId) }, partOf(pk, 3))],
      isBeside: ({ pk }) => lastPart(pk) === 'OVERRIDES',
      same: sameId,
    }),
  ];
};
