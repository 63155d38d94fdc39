/** Adds and removes the attributes that every item has in addition to its own. */
import type { Key } from './keys.ts';
import type { Item } from './read.ts';
import { versionOf } from './schema.ts';

const bookkeepingNames = ['pk', 'sk', 'entity', 'v', 'rev', 'ttl'] as const;
const bookkeeping: ReadonlySet<string> = new Set(bookkeepingNames);

/** The attributes that no row may have as its own. */
export type BookkeepingName = (typeof bookkeepingNames)[number];

/** An item of one entity: key, entity name, schema version and revision around the entity's own fields. */
export function toItem(
  key: Key,
  entity: string,
  row: object,
  { revision }: { revision?: number } = {},
): Key & Item {
  return { ...row, ...key, entity, v: versionOf(entity), ...(revision !== undefined && { rev: revision }) };
}

/** Whether an item has expired; DynamoDB removes it some time later. `nowSeconds` may have fractions. */
export const isExpired = ({ ttl }: Item, nowSeconds: number): boolean =>
  typeof ttl === 'number' && ttl <= nowSeconds;

/**
 * The entity's own fields, with the revision. Throws when the item belongs to another entity, because a wrong key is a
 * bug.
 */
export function fromItem<Row>(item: Item, entity: string): Row {
  if (item.entity !== entity) throw new Error(`Expected ${entity}, found ${String(item.entity)}.`);
  const own = Object.entries(item).filter(([name]) => !bookkeeping.has(name));
  return { ...Object.fromEntries(own), ...(item.rev !== undefined && { revision: item.rev }) } as Row;
}
