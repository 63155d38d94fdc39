/** Reads items of different partitions in one request. */
import type { Key } from '../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../kernel/table/read.ts';

/** Finds the only item of a partition. */
export const itemFinder = (items: readonly Item[]) => {
  const byPartition = new Map(items.map((item) => [item.pk, item]));
  return ({ pk }: Key) => byPartition.get(pk);
};

/** Reads each distinct key once, as DynamoDB rejects batches with duplicate keys. */
export function batchGetOnce(keys: readonly Key[]): Promise<Item[]> {
  return batchGet([...new Map(keys.map((key) => [key.pk, key])).values()]);
}
