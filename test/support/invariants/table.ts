/** The raw items of a table, indexed for the checks of the modules. */
import { type Key, partsOf } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';

export type RawItem = Item & Key;

/** Returns the problems of a table; none for a consistent one. Only for a table without activity. */
export type Invariant = (table: RawTable) => string[];

export interface RawTable {
  items: readonly RawItem[];
  /** The objects in the bucket of files, each with its size in bytes; undefined when they were not read. */
  objects: ReadonlyMap<string, number> | undefined;
  at(key: Key): RawItem | undefined;
  /** Live items of an entity, without those marked as deleted. */
  rows(entity: string): RawItem[];
  partition(pk: string): readonly RawItem[];
  /** Kinds of rows that were queried and do not exist: checks of them prove nothing. */
  unseen(): string[];
  nowMs: number;
}

const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** Expired items count as deleted, as for every reader. */
export function rawTable(
  everything: readonly RawItem[],
  { objects, nowMs = Date.now() }: { objects?: ReadonlyMap<string, number>; nowMs?: number } = {},
): RawTable {
  const items = everything.filter(({ ttl }) => typeof ttl !== 'number' || ttl * 1_000 > nowMs);
  const byKey = new Map(items.map((item) => [textOf(item), item]));
  const byEntity = Map.groupBy(items, ({ entity }) => entity);
  const partitions = Map.groupBy(items, ({ pk }) => pk);
  const asked = new Set<string>();
  return {
    items,
    objects,
    nowMs,
    at: (key) => byKey.get(textOf(key)),
    rows(entity) {
      asked.add(entity);
      return (byEntity.get(entity) ?? []).filter(
        ({ deletedAt, deletedAtMs }) => deletedAt === undefined && deletedAtMs === undefined,
      );
    },
    unseen: () => [...asked].filter((entity) => !byEntity.has(entity)).toSorted(),
    partition: (pk) => partitions.get(pk) ?? [],
  };
}

export const lastPart = (pk: string): string => partsOf(pk).at(-1) ?? '';
export const partOf = (pk: string, index: number): string => partsOf(pk).at(index) ?? '';

/**
 * Compares rows with their related items: each expected item exists, and no other of its kind. `same` compares an
 * existing item with the row.
 */
export function beside(
  table: RawTable,
  what: string,
  {
    rows,
    expected,
    isBeside,
    same = () => true,
  }: {
    rows: readonly RawItem[];
    expected: (row: RawItem) => readonly Key[];
    isBeside: (item: RawItem) => boolean;
    same?: (row: RawItem, item: RawItem) => boolean;
  },
): string[] {
  const wanted = new Set<string>();
  const complaints: string[] = [];
  for (const row of rows) {
    for (const key of expected(row)) {
      wanted.add(textOf(key));
      const found = table.at(key);
      if (found === undefined) complaints.push(`${what}: ${textOf(row)} lacks ${textOf(key)}`);
      else if (!same(row, found)) complaints.push(`${what}: ${textOf(key)} differs from ${textOf(row)}`);
    }
  }
  for (const item of table.items)
    if (isBeside(item) && !wanted.has(textOf(item))) complaints.push(`${what}: ${textOf(item)} is an orphan`);
  return complaints;
}

/** The id is the row's. */
export const sameId = (row: RawItem, item: RawItem): boolean => item.id === row.id;

export const scopeOf = ({ tenantId, organizationId }: Item) => ({
  tenantId: String(tenantId),
  organizationId: String(organizationId),
});
export const text = (value: unknown): string => String(value);
/** Callers without a tenant are stored under the platform's name. */
export const homeOf = ({ tenantId }: Item) => ({ tenantId: tenantId === null ? 'platform' : text(tenantId) });
export const msOf = (iso: unknown): number => Date.parse(String(iso));
