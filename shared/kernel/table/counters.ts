/**
 * Exact row counts. A single counter item would be written by every create of a tenant, and concurrent transactions on
 * an item cancel each other; so each list has several counters in one partition, which a single Query sums up. A list
 * with busy counters gets more of them.
 */
import { LRUCache } from 'lru-cache';
import { allOf } from '../base/parallel.ts';
import { counterKey, counterPartition, type Key } from './keys.ts';
import { type Consistency, type Item, queryPages } from './read.ts';
import type { Write } from './write.ts';

/** With 16 shards, 8 parallel creates conflict on a shard in fewer than nine of ten cases; retries handle the rest. */
export const counterShards = 16;
/** About 32 KB, which a Query reads for four units. */
export const maxCounterShards = 256;

/** Shards of lists whose counters were busy when this instance wrote them. */
const busyShards = new LRUCache<string, number>({ max: 1_000 });

function widen(listPartition: string): number {
  const shards = Math.min(2 * (busyShards.get(listPartition) ?? counterShards), maxCounterShards);
  busyShards.set(listPartition, shards);
  return shards;
}

/** Another counter of the list, out of twice as many as before, because the previous one was busy. */
function otherCounter(listPartition: string): Key {
  return counterKey(listPartition, Math.floor(Math.random() * widen(listPartition)));
}

/** The write that changes a list's count by one, for the transaction of the row. `id` is the row's UUID. */
export function countWrite(listPartition: string, id: string, by: 1 | -1): Write {
  const shard = Number.parseInt(id.slice(0, 4), 16) % (busyShards.get(listPartition) ?? counterShards);
  return {
    add: counterKey(listPartition, shard),
    amounts: { n: by },
    whenBusy: () => otherCounter(listPartition),
  };
}

/** The write that changes a list's count by several; parallel writers use different shards. */
export function countSeveralWrite(listPartition: string, shard: number, by: number): Write {
  return {
    add: counterKey(listPartition, shard % counterShards),
    amounts: { n: by },
    whenBusy: () => otherCounter(listPartition),
  };
}

const sumOf = (items: readonly Item[]): number => items.reduce((sum, { n }) => sum + Number(n ?? 0), 0);

async function readCounters(listPartition: string, consistent: boolean): Promise<number> {
  let total = 0;
  for await (const page of queryPages({ pk: counterPartition(listPartition), consistent })) {
    total += sumOf(page);
  }
  return total;
}

/** The total number of rows of the lists, eventually consistent by default: one Query per list. */
export async function readTotal(
  listPartitions: readonly string[],
  { consistent = false }: Consistency = {},
): Promise<number> {
  const totals = await allOf(listPartitions.map((partition) => readCounters(partition, consistent)));
  return totals.reduce((sum, one) => sum + one, 0);
}
