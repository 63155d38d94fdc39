/** How sweeps go through partitions that hold work of all tenants, so that no tenant's work hides another's. */
import { randomUUID } from 'node:crypto';
import { describeError, log } from '../observability/log.ts';
import { deleteItems } from './batch-write.ts';
import { shuffled, tryEach } from './parallel.ts';
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
 * Removes items by which a sweep found rows that are over: code that knew fewer shards ended those, and could not find
 * these. What fails is logged, and stays for the next sweep.
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

/** The pages of a partition behind a key, then those before it. */
async function* pagesFrom(query: PartitionQuery, startAt: string): AsyncGenerator<Item[]> {
  yield* queryPages({ ...query, after: startAt });
  for await (const page of queryPages(query)) {
    const rest = page.filter(({ sk }) => String(sk) <= startAt);
    if (rest.length > 0) yield rest;
    if (rest.length < page.length) return;
  }
}

/**
 * Hands over the items of all partitions, a page at a time, until the deadline. It takes the partitions in random order,
 * begins at a random key and comes around, so that each sweep runs out of time at other keys. A page whose work throws is
 * logged and leaves the others alone. Returns whether it came to the end; throws the first failure after that.
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
