/** Of every module: lists count what is in them, and nothing waits to be told. */
import { partsOf } from '../../../shared/table/keys.ts';
import type { Invariant, RawItem } from './table.ts';

/** Lists whose rows expire have no counters. */
const isCounted = ({ pk }: RawItem): boolean => partsOf(pk).at(-2) !== 'PROGRESS';

/** Listing items have no entity, but an id and the weight of their row. */
const isListing = ({ entity, id, b }: RawItem): boolean =>
  entity === undefined && typeof id === 'string' && typeof b === 'number';

/** The list that a counter counts; undefined when the item is none. */
function countedBy({ pk, sk }: RawItem): string | undefined {
  const parts = partsOf(pk);
  if (sk !== 'COUNT' || parts.at(-2) !== 'COUNT') return undefined;
  const tail = `COUNT${pk.slice(-(parts.at(-1)?.length ?? 0) - 1)}`;
  return pk.slice(0, -tail.length - 1);
}

/** Counters equal rows, in every list there is. */
export const lists: Invariant = ({ items }) => {
  const counted = new Map<string, number>();
  const rows = new Map<string, number>();
  for (const item of items) {
    const list = countedBy(item);
    if (list !== undefined) counted.set(list, (counted.get(list) ?? 0) + Number(item.n));
    if (isListing(item) && isCounted(item)) rows.set(item.pk, (rows.get(item.pk) ?? 0) + 1);
  }
  return [...new Set([...counted.keys(), ...rows.keys()])].flatMap((list) => {
    const [count, found] = [counted.get(list) ?? 0, rows.get(list) ?? 0];
    return count === found ? [] : [`lists: ${list} counts ${count} and has ${found}`];
  });
};

/** Every event was published: its item went with it. */
export const outbox: Invariant = (table) =>
  table.rows('outbox').map(({ pk, sk, type }) => `outbox: ${pk} ${sk} (${type}) was not published`);
