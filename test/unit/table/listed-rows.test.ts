import { describe, expect, it } from 'vitest';
import { itemBytes } from '../../../shared/kernel/table/item-size.ts';
import {
  type ListingItem,
  maxInlineBytes,
  readListedRows,
  toListingItem,
} from '../../../shared/kernel/table/listed-rows.ts';
import type { ListingSpec } from '../../../shared/kernel/table/listing-spec.ts';
import { upgraded } from '../../../shared/kernel/table/schema.ts';
import { aFakeTable } from '../../support/fault-injection/fake-table.ts';

const spec = {
  attributes: { name: 'n' },
  searchIn: ['name'],
  keyOrder: { field: 'name', direction: 'asc' },
} as const satisfies ListingSpec<string>;

const listingKey = { pk: 'list', sk: 'a' };
const rowKey = ({ id }: { id: string }) => ({ pk: 'rows', sk: id });
const rowOf = (id: string, more: object = {}) => ({
  ...{ ...rowKey({ id }), entity: 'thing', v: 1, rev: 3, ...more },
});
const listed = (row: object) =>
  toListingItem(spec, listingKey, { id: 'a', bytes: 1, fields: { name: 'A' }, revision: 3, row: { ...row } });
const asListing = (item: object): ListingItem => ({ pk: 'list', sk: 'a', id: 'a', b: 1, ...item });

describe('a listing item', () => {
  it('contains a small row completely, without its key', () => {
    expect(listed(rowOf('a', { text: 'short' }))).toEqual({
      ...{ ...listingKey, id: 'a', b: 1, rev: 3, n: 'A' },
      row: { entity: 'thing', v: 1, rev: 3, text: 'short' },
    });
  });

  it('costs at most one write unit: with one more byte the row is not included', () => {
    const bytesWith = (length: number) => itemBytes(listed(rowOf('a', { text: 'x'.repeat(length) })));
    const room = maxInlineBytes - bytesWith(0);
    expect(bytesWith(room)).toBe(maxInlineBytes);
    const large = listed(rowOf('a', { text: 'x'.repeat(room + 1) }));
    expect(large).toEqual({ ...listingKey, id: 'a', b: 1, rev: 3, n: 'A' });
  });

  it('has its row in the current shape, for any stored version', () => {
    const steps = { thing: [(item: Record<string, unknown>) => ({ ...item, added: true })] };
    const item = listed(rowOf('a'));
    expect(upgraded(item, steps)).toEqual({ ...item, row: { entity: 'thing', v: 2, rev: 3, added: true } });
    expect(upgraded(item)).toBe(item);
  });
});

describe('the rows of listing items', () => {
  it('are taken from listing items that contain them, without a request', async () => {
    const { requests } = aFakeTable([]);
    const row = rowOf('a', { text: 'short' });
    expect(await readListedRows([asListing(listed(row))], rowKey, {})).toEqual([row]);
    expect(requests()).toEqual([]);
  });

  it('are read eventually consistent, in order, without deleted ones', async () => {
    const { consistency } = aFakeTable([rowOf('a'), rowOf('b', { rev: 4 })]);
    const listings = ['b', 'a'].map((id) => asListing({ id, rev: 3 }));
    expect(await readListedRows(listings, rowKey, {})).toEqual([rowOf('b', { rev: 4 }), rowOf('a')]);
    expect(consistency()).toEqual([false]);
    const withGone = [...listings, asListing({ id: 'gone', rev: 1 })];
    expect(await readListedRows(withGone, rowKey, {})).toHaveLength(2);
  });

  it('are read again, strongly consistent, if a revision is older than its listing item', async () => {
    const [old, current] = [rowOf('a', { rev: 2 }), rowOf('a', { rev: 3 })];
    const { consistency } = aFakeTable([current, rowOf('b')], { stale: [old] });
    const listings = ['a', 'b'].map((id) => asListing({ id, rev: 3 }));
    expect(await readListedRows(listings, rowKey, {})).toEqual([current, rowOf('b')]);
    expect(consistency()).toEqual([false, true]);
  });

  it('are read again if the list requires it', async () => {
    const [old, current] = [rowOf('a', { status: 'pending' }), rowOf('a', { status: 'running' })];
    const { consistency } = aFakeTable([current], { stale: [old] });
    const isBehind = (row: Record<string, unknown>, { st }: Record<string, unknown>) => row.status !== st;
    const listings = [asListing({ rev: 0, st: 'running' })];
    expect(await readListedRows(listings, rowKey, { isBehind })).toEqual([current]);
    expect(consistency()).toEqual([false, true]);
  });

  it('are read strongly consistent for listing items of an older version', async () => {
    const { consistency } = aFakeTable([rowOf('a'), rowOf('b')], { stale: [rowOf('b', { rev: 1 })] });
    const listings = [asListing({ id: 'a', rev: 3 }), asListing({ id: 'b' })];
    expect(await readListedRows(listings, rowKey, {})).toEqual([rowOf('a'), rowOf('b')]);
    expect(consistency()).toEqual([true]);
  });
});
