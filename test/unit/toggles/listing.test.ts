import { describe, expect, it } from 'vitest';
import { toListingItem } from '../../../shared/kernel/table/listed-rows.ts';
import { matches } from '../../../shared/kernel/table/listing.ts';
import type { ListingSpec } from '../../../shared/kernel/table/listing-spec.ts';

const spec = {
  attributes: { name: 'n', kind: 'k', size: 's' },
  searchIn: ['name'],
  filterModes: { name: 'contains', size: 'contains' },
  keyOrder: { field: 'name', direction: 'asc' },
} as const satisfies ListingSpec<string>;

describe('a filter', () => {
  const item = toListingItem<keyof typeof spec.attributes>(
    spec,
    { pk: 'list', sk: 'key' },
    { id: 'id', bytes: 1, fields: { name: 'Größe 50%_a', kind: 'Kind', size: 120 } },
  );

  it.each<[Partial<Record<'name' | 'kind' | 'size', string>>, boolean]>([
    [{ name: 'GRÖßE' }, true],
    [{ name: '0%_A' }, true],
    [{ name: '%a' }, false],
    [{ name: '' }, true],
    [{ name: undefined }, true],
    [{ size: '12' }, true],
    [{ kind: 'Kind' }, true],
    [{ kind: 'kind' }, false],
    [{ kind: 'Kin' }, false],
    [{ name: 'größe', kind: 'other' }, false],
  ])('by its field’s mode: %j → %s', (filters, expected) => {
    expect(matches(spec, item, { filters })).toBe(expected);
  });

  it('matches no null field', () => {
    const empty = toListingItem<keyof typeof spec.attributes>(
      spec,
      { pk: 'list', sk: 'key' },
      { id: 'id', bytes: 1, fields: { name: null, kind: null, size: null } },
    );
    expect(matches(spec, empty, { filters: { name: 'null' } })).toBe(false);
  });
});
