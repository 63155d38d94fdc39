/** Converts rows of a resource to items and back. */
import { parseJson, toJson } from '../base/json.ts';
import { fromItem, toItem } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import { toListingItem } from '../table/listed-rows.ts';
import type { Item } from '../table/read.ts';
import type { ResourceRow, RowSpec } from './row-spec.ts';

/** The item of a row. */
export function toRowItem<Row extends ResourceRow, Field extends string>(
  { entity, rowKey, jsonFields = [] }: RowSpec<Row, Field>,
  row: Row,
): Key & Item {
  const { revision, ...fields } = row;
  const given = jsonFields.filter((name) => row[name] !== undefined);
  const texts = Object.fromEntries(given.map((name) => [name, toJson(row[name])]));
  return toItem(rowKey(row, row.id), entity, { ...fields, ...texts }, { revision });
}

/** The row of an item. Throws when the item belongs to another entity. */
function toRow<Row extends ResourceRow, Field extends string>(
  { entity, jsonFields = [] }: RowSpec<Row, Field>,
  item: Item,
): Row {
  const row = fromItem<Row>(item, entity);
  const stored = jsonFields.filter((name) => row[name] !== undefined);
  return { ...row, ...Object.fromEntries(stored.map((name) => [name, parseJson(String(row[name]))])) };
}

/** The row of an item; undefined if the row is deleted. */
export function toLiveRow<Row extends ResourceRow, Field extends string>(
  resource: RowSpec<Row, Field>,
  item: Item | undefined,
): Row | undefined {
  return item === undefined || item.deletedAt !== undefined ? undefined : toRow(resource, item);
}

/** The listing item of a row. */
export function listingItemOf<Row extends ResourceRow, Field extends string>(
  resource: RowSpec<Row, Field>,
  row: Row,
): Key & Item {
  const { list, withoutSecrets = (whole) => whole } = resource;
  return toListingItem(list, list.key(row), {
    id: row.id,
    bytes: list.bytes(row),
    fields: list.values(row),
    revision: row.revision,
    row: toRowItem(resource, withoutSecrets(row)),
  });
}
