/** Reads items that other modules have stored, eventually consistent: a search may miss the last second. */
import type { SearchQuery } from '../../kernel/modules/search.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { batchGetParallel, type Item, queryAll } from '../../kernel/table/read.ts';
import { distinctKeys } from './plan.ts';

const textOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }): string => `${String(pk)} ${String(sk)}`;

/** The items at these keys. One request per 100 distinct keys. */
export async function readItems(keys: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const items = await batchGetParallel(distinctKeys(keys), undefined, { consistent: false });
  const byKey = new Map(items.map((item) => [textOf(item), item]));
  return (key) => byKey.get(textOf(key));
}

/** The first items of a partition. One Query. */
export function readFirst({ pk, skPrefix, max }: SearchQuery): Promise<Item[]> {
  return queryAll({ pk, limit: max, consistent: false, ...(skPrefix !== undefined && { skPrefix }) });
}
