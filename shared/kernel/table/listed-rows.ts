/**
 * Rows in lists. A small row is stored in its listing item, so that a page costs one Query. A larger one is read by
 * key, eventually consistent at half the price: the strongly consistent listing item contains its revision, and an
 * older row is read again.
 */
import { toJson } from '../base/json.ts';
import { itemBytes } from './item-size.ts';
import type { Key } from './keys.ts';
import type { ListingSpec, ListValue } from './listing-spec.ts';
import { batchGet, type Item } from './read.ts';
import { upgraded } from './schema.ts';

/**
 * Maximum size of a listing item with its row: one write unit, so that no create costs more, and a page of 20 is read
 * for five units.
 */
export const maxInlineBytes = 1_024;

/** A listing item's own attributes, besides the fields. */
export interface ListingItem extends Key, Item {
  id: string;
  /** Size of the row in bytes, so that the size of a page is known before reading rows. */
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
   * The row's revision: every write of the row that callers wait for also writes the listing item. Undefined where the
   * writer does not know it; the row is then read strongly consistent.
   */
  revision?: number | undefined;
  /** The row's item, for rows that are always written with their listing items and contain no secret. */
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

const textOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }): string => toJson([pk, sk]);

async function readByKey(keys: readonly Key[], consistent: boolean): Promise<Map<string, Item>> {
  const items = await batchGet(keys, undefined, { consistent });
  return new Map(items.map((item) => [textOf(item), item]));
}

/** The rows of listing items in order, none older than its listing item; deleted ones are omitted. */
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
