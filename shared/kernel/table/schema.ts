/**
 * Versions of stored items. Every item has the version `v` of its entity's format; reads convert it to the current
 * one, so that only this file knows older formats.
 *
 * A new format is one more step of its entity. During a rollout (`lib/aws/stage/rollout.ts`) and after a rollback, old
 * code reads items of new code: a step may add and derive fields; replaced fields are removed with the next
 * deployment. A change that no step can express, such as other keys, raises `tableFormat`.
 */

type StoredItem = Record<string, unknown>;

/** Converts an item of one version into the next version. Keeps the key, and does not change its argument. */
export type Upgrade = (item: StoredItem) => StoredItem;

/** The steps of each entity: the first makes version 2 of version 1. */
export type Upgrades = Readonly<Record<string, readonly Upgrade[]>>;

/** Entities with earlier formats: none yet. All others are at version 1. */
export const upgrades: Upgrades = {};

/** The current version of an entity. */
export function versionOf(entity: string, steps: Upgrades = upgrades): number {
  return (steps[entity]?.length ?? 0) + 1;
}

const isItem = (value: unknown): value is StoredItem => typeof value === 'object' && value !== null;

/**
 * The item in its entity's current format; unchanged if it is current or newer. For a listing item, the format of the
 * row in it.
 */
export function upgraded(item: StoredItem, steps: Upgrades = upgrades): StoredItem {
  if (item.entity === undefined && isItem(item.row)) {
    const { pk: _pk, sk: _sk, ...row } = upgraded(item.row, steps);
    return item.row.v === row.v ? item : { ...item, row };
  }
  const own = steps[String(item.entity)];
  const from = typeof item.v === 'number' ? item.v : 1;
  if (own === undefined || from > own.length) return item;
  const result = own.slice(from - 1).reduce((before, step) => step(before), item);
  return { ...result, pk: item.pk, sk: item.sk, entity: item.entity, v: own.length + 1 };
}

/** An item from DynamoDB, in the current format. */
export function itemOf(stored: StoredItem): StoredItem {
  return upgraded(stored);
}

/**
 * The format of the table as a whole. Data folders, backups and stages have the number of the code that wrote them;
 * start, restore and deployment refuse another one.
 */
export const tableFormat = 7;

/** What to do about data of another format; undefined if the data has this one. */
export function formatProblem(data: string, format: unknown): string | undefined {
  if (format === tableFormat) return undefined;
  const found = typeof format === 'number' ? `format ${format}` : 'no known format';
  return `${data} has ${found}, and this version reads format ${tableFormat}. Use the version that wrote it`;
}
