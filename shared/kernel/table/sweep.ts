/** Iterates partitions with work of all tenants in a fair order, so that no tenant's work hides another's. */
import { randomUUID } from 'node:crypto';
import { shuffled, tryEach } from '../base/parallel.ts';
import { describeError, log } from '../observability/log.ts';
import { deleteItems } from './batch-write.ts';
import { type Item, type PartitionQuery, queryPages } from './read.ts';

export interface Sweep extends Pick<PartitionQuery, 'pageItems' | 'consistent'> {
  /** Name of the swept work, for the log. */
  name: string;
  /** Partitions whose sort keys begin with a UUID. */
  partitions: readonly string[];
  deadlineMs: number;
  /** Start key in every partition; by default random. */
  startAt?: string;
}

/**
 * Removes the sweep items of finished rows: older code with fewer shards could not find them. Failures are logged and
 * left for the next sweep.
 */
export async function removeOrphans(orphans: readonly Item[]): Promise<void> {
  try {
    await deleteItems(orphans.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
  } catch (error) {
    log('warn', 'items of ended work were not removed', {
      items: orphans.length,
      error: describeError(error),
    });
  }
}

const parallelPartitions = 8;

/** The pages of a partition after a key, then those before it. */
async function* pagesFrom(query: PartitionQuery, startAt: string): AsyncGenerator<Item[]> {
  yield* queryPages({ ...query, after: startAt });
  for await (const page of queryPages(query)) {
    const rest = page.filter(({ sk }) => String(sk) <= startAt);
    if (rest.length > 0) yield rest;
    if (rest.length < page.length) return;
  }
}

/**
 * Passes the items of all partitions, a page at a time, until the deadline. Takes the partitions in random order,
 * starts at a random key and wraps around, so that each sweep runs out of time at other keys. A page whose work throws
 * is logged and does not affect the others. Returns whether it reached the end; then throws the first failure.
 */
export async function sweepPages(
  { name, partitions, pageItems, consistent, deadlineMs, startAt = randomUUID() }: Sweep,
  work: (items: Item[]) => Promise<unknown>,
): Promise<{ finished: boolean }> {
  const failures: unknown[] = [];
  let finished = true;
  const unread = await tryEach(shuffled(partitions), parallelPartitions, async (pk) => {
    const query = { pk, consistent, ...(pageItems !== undefined && { pageItems }) };
    for await (const items of pagesFrom(query, startAt)) {
      if (Date.now() >= deadlineMs) {
        finished = false;
        return;
      }
      try {
        await work(items);
      } catch (error) {
        log('error', 'a page of a sweep failed', { sweep: name, pk, error: describeError(error) });
        failures.push(error);
      }
    }
  });
  for (const { item: pk, error } of unread) {
    log('error', 'a partition could not be swept', { sweep: name, pk, error: describeError(error) });
    failures.push(error);
  }
  if (!finished) log('warn', 'a sweep ran out of time', { sweep: name });
  if (failures.length > 0) throw failures[0];
  return { finished };
}
