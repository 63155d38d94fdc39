/** Checks feature toggles. */
import {
  overrideListingKey,
  toggleIdentifierKey,
  toggleListingKey,
  toggleListPartition,
} from '../../../shared/modules/toggles/keys.ts';
import { beside, type Invariant, lastPart, partOf, sameId, text } from './table.ts';

export const toggles: Invariant = (table) => {
  const rows = table.rows('toggle');
  return [
    ...beside(table, 'toggles', {
      rows,
      expected: (row) => [toggleListingKey(text(row.identifier))],
      isBeside: ({ pk, b }) => pk === toggleListPartition && b !== undefined,
      same: sameId,
    }),
    ...beside(table, 'identifiers', {
      rows,
      expected: (row) => [toggleIdentifierKey(text(row.identifier))],
      // The identifier of a deleted toggle stays reserved, also that of an abandoned one.
      isBeside: (item) =>
        item.entity === 'toggle_identifier' && !item.givenUp && item.deletedAt === undefined,
    }),
    ...beside(table, 'overrides', {
      rows: table.items.filter(({ entity }) => entity === 'toggle_override'),
      expected: ({ pk, tenantId }) => [overrideListingKey({ tenantId: text(tenantId) }, partOf(pk, 3))],
      isBeside: ({ pk }) => lastPart(pk) === 'OVERRIDES',
      same: sameId,
    }),
  ];
};
