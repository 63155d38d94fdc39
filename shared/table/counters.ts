/**
 * Exact row counts. One counter item would be written by every create of a tenant, and transactions that meet
 * on an item cancel each other; so each list partition has several, and a create moves the one its id picks.
 */
import { counterKey, type Key } from './keys.ts';
import { batchGet, type Item } from './read.ts';
import type { Write } from './write.ts';

/** With 16 shards, 8 parallel creates meet on a shard in fewer than nine tries out of ten; the rest retries. */
export const counterShards = 16;

/** The write that moves a list's count by one, to be put into the transaction of the row. `id` is the row's uuid. */
export function countWrite(listPartition: string, id: string, by: 1 | -1): Write {
  const shard = Number.parseInt(id.slice(0, 2), 16) % counterShards;
  return { add: counterKey(listPartition, shard), amounts: { n: by } };
}

/** The write that moves a list's count by several; whoever writes in parallel names a shard of its own. */
export function countSeveralWrite(listPartition: string, shard: number, by: number): Write {
  return { add: counterKey(listPartition, shard % counterShards), amounts: { n: by } };
}

/**
 * Reads rows and the counters of the given list partitions in the same request(s), because a separate read of
 * the counters would be a third request for every first page. Rows come in the order of their keys.
 */
export async function batchGetRows(
  rowKeys: readonly Key[],
  countedPartitions: readonly string[],
): Promise<{ rows: Item[]; total: number }> {
  const counters = countedPartitions.flatMap((partition) =>
    Array.from({ length: counterShards }, (_, shard) => counterKey(partition, shard)),
  );
  const items = await batchGet([...rowKeys, ...counters]);
  const byKey = new Map(items.map((item) => [JSON.stringify([item.pk, item.sk]), item]));
  const find = ({ pk, sk }: Key) => byKey.get(JSON.stringify([pk, sk]));
  const rows = rowKeys.map(find).filter((row) => row !== undefined);
  const total = counters.reduce((sum, key) => sum + Number(find(key)?.n ?? 0), 0);
  return { rows, total };
}
