/** All modules: list counters are correct, and every event is published. */
import { partsOf } from '../../../shared/kernel/table/keys.ts';
import type { Invariant, RawItem } from './table.ts';

/** Lists whose rows expire have no counters. */
const isCounted = ({ pk }: RawItem): boolean => partsOf(pk).at(-2) !== 'PROGRESS';

/** Listing items have no entity, but an id and the size of their row. */
const isListing = ({ entity, id, b }: RawItem): boolean =>
  entity === undefined && typeof id === 'string' && typeof b === 'number';

/** The list of a counter; undefined for other items. */
function countedBy({ pk }: RawItem): string | undefined {
  return partsOf(pk).at(-1) === 'COUNT' ? pk.slice(0, -'#COUNT'.length) : undefined;
}

const hasRevision = (value: unknown): value is { entity: unknown; rev: unknown } =>
  typeof value === 'object' && value !== null && 'entity' in value && 'rev' in value;

/** The row in a listing item is as recent as the row itself; some changes of users are not part of lists. */
export const listedRows: Invariant = ({ items }) => {
  const nameOf = (entity: unknown, id: unknown) => `${String(entity)} ${String(id)}`;
  const revisions = new Map(items.map(({ entity, id, rev }) => [nameOf(entity, id), rev]));
  return items.flatMap(({ pk, sk, id, row }) => {
    if (!hasRevision(row)) return [];
    const revision = revisions.get(nameOf(row.entity, id));
    const isCurrent = row.entity === 'user' ? Number(revision) >= Number(row.rev) : revision === row.rev;
    return isCurrent ? [] : [`lists: ${pk} ${sk} shows revision ${row.rev}, the row has ${revision}`];
  });
};

/** Counters equal the number of rows, in every list. */
export const lists: Invariant = (table) => {
  const { items } = table;
  const counted = new Map<string, number>();
  const rows = new Map<string, number>();
  const count = (list: string, by: number) => counted.set(list, (counted.get(list) ?? 0) + by);
  for (const item of items) {
    const list = countedBy(item);
    if (list !== undefined) count(list, Number(item.n));
    if (isListing(item) && isCounted(item)) rows.set(item.pk, (rows.get(item.pk) ?? 0) + 1);
  }
  return [...new Set([...counted.keys(), ...rows.keys()])].flatMap((list) => {
    const [count, found] = [counted.get(list) ?? 0, rows.get(list) ?? 0];
    return count === found ? [] : [`lists: ${list} counts ${count} and has ${found}`];
  });
};

/** Every event was published, which removes its outbox item. */
export const outbox: Invariant = (table) =>
  table.rows('outbox').map(({ pk, sk, type }) => `outbox: ${pk} ${sk} (${type}) was not published`);
