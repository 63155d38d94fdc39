/**
 * Rows as lists read them. A small row is in its listing item as a whole, so that a page costs one Query. A larger one
 * is read by key, eventually consistent at half the price: the listing item, which is read strongly consistent, knows
 * the revision, and a row that is behind it is read again.
 */
import { itemBytes } from './item-size.ts';
import type { Key } from './keys.ts';
import type { ListingSpec, ListValue } from './listing-spec.ts';
import { batchGet, type Item } from './read.ts';
import { upgraded } from './schema.ts';

/**
 * A listing item with its row has at most so many bytes: one write unit, so that no create gets dearer by it, and a
 * page of 20 is read for five units.
 */
export const maxInlineBytes = 1_024;

/** A listing item's own attributes, beside the fields. */
export interface ListingItem extends Key, Item {
  id: string;
  /** Size of the row in bytes, so that a page knows its weight before it reads. */
  b: number;
  /** Revision of the row; absent in items of older versions. */
  rev?: number;
  /** The row, if it is small. */
  row?: Item;
}

interface ListedRow<Field extends string> {
  id: string;
  bytes: number;
  fields: Record<Field, ListValue | readonly ListValue[]>;
  /**
   * The row's revision: every write of the row that callers wait for writes the listing item as well. Absent where the
   * writer does not know it; then the row is read strongly consistent.
   */
  revision?: number | undefined;
  /** The row's item, for rows that are never written without their listing items, and hold no secret. */
  row?: Item;
}

function withoutKey({ pk: _pk, sk: _sk, ...row }: Item): Item {
  return row;
}

/** The listing item of a row. */
export function toListingItem<Field extends string>(
  spec: ListingSpec<Field>,
  key: Key,
  { id, bytes, fields, revision, row }: ListedRow<Field>,
): Key & Item {
  const item: Key & Item = { ...key, id, b: bytes, ...(revision !== undefined && { rev: revision }) };
  for (const [field, attribute] of Object.entries(spec.attributes) as [Field, string][]) {
    const value = fields[field];
    if (value !== null) item[attribute] = value;
  }
  if (row === undefined) return item;
  const whole = { ...item, row: withoutKey(row) };
  return itemBytes(whole) <= maxInlineBytes ? whole : item;
}

const textOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }): string => JSON.stringify([pk, sk]);

async function readByKey(keys: readonly Key[], consistent: boolean): Promise<Map<string, Item>> {
  const items = await batchGet(keys, undefined, { consistent });
  return new Map(items.map((item) => [textOf(item), item]));
}

/** The rows of listing items in their order, none older than its listing item; those that are gone are left out. */
export async function readListedRows(
  listed: readonly ListingItem[],
  rowKeyOf: (listing: ListingItem) => Key,
  { isBehind = () => false }: Pick<ListingSpec<string>, 'isBehind'>,
): Promise<Item[]> {
  const rows = listed.map((listing) => ({
    listing,
    key: rowKeyOf(listing),
    row: listing.row && { ...upgraded(listing.row), ...rowKeyOf(listing) },
  }));
  const absent = rows.filter(({ row }) => row === undefined);
  const canLag = absent.every(({ listing }) => listing.rev !== undefined);
  const found = await readByKey(
    absent.map(({ key }) => key),
    !canLag,
  );
  const isCurrent = ({ key, listing }: (typeof rows)[number]) => {
    const row = found.get(textOf(key));
    return row !== undefined && Number(row.rev ?? 0) >= Number(listing.rev ?? 0) && !isBehind(row, listing);
  };
  const behind = canLag ? absent.filter((one) => !isCurrent(one)) : [];
  const again = await readByKey(
    behind.map(({ key }) => key),
    true,
  );
  for (const { key } of behind) found.delete(textOf(key));
  return rows
    .map(({ key, row }) => row ?? again.get(textOf(key)) ?? found.get(textOf(key)))
    .filter((row) => row !== undefined);
}
