/**
 * Pages over partitions of self-contained items in key order: logs and trails, whose entries come and go by
 * themselves. They have no row beside them and no counter (expiry would falsify it), so a page is read, and the
 * rest counted, by reading the key range; what lies outside is not touched.
 */
import { currentCursor } from './list-cursor.ts';
import { allOf, forEachParallel } from './parallel.ts';
import { type Item, queryPages, type SortKeyRange } from './read.ts';

export interface EntriesRequest {
  page: number;
  pageSize: number;
  /** First and last sort key that may match, both included. */
  range: SortKeyRange;
  /** Last sort key first. */
  descending?: boolean;
  matches: (item: Item) => boolean;
  nowSeconds: number;
}

export interface EntriesPage {
  items: Item[];
  /** Entries that match, as far as was read. */
  total: number;
  totalIsExact: boolean;
}

type Selection = Omit<EntriesRequest, 'page' | 'pageSize'>;

/** DynamoDB hands out 1 MB a page: one request reads at most so many, some ten thousand entries. */
const maxQueryPages = 10;
/** Partitions that are read at once: an organization may have hundreds of webhooks with a log each. */
const parallelPartitions = 10;
/** Of many partitions, most have far less than a page each: their first pages count by their entries. */
const fullPageItems = 1_000;
/** Entries of one partition in memory at a time while several are merged. */
const mergePageItems = 500;

const isExpired = ({ ttl }: Item, nowSeconds: number) => typeof ttl === 'number' && ttl <= nowSeconds;

async function* entriesOf(
  pk: string,
  { range, descending = false, matches, nowSeconds }: Selection,
  pageItems?: number,
): AsyncGenerator<Item> {
  const pages = queryPages({
    pk,
    skRange: range,
    descending,
    consistent: true,
    ...(pageItems && { pageItems }),
  });
  for await (const page of pages) {
    for (const item of page) if (!isExpired(item, nowSeconds) && matches(item)) yield item;
  }
}

/** All partitions together in key order; of each, a page is in memory. */
async function* merged(partitions: readonly string[], selection: Selection): AsyncGenerator<Item> {
  const sign = selection.descending ? -1 : 1;
  const open = partitions.map((pk) => entriesOf(pk, selection, mergePageItems));
  const heads = await allOf(open.map(async (source) => ({ source, item: (await source.next()).value })));
  for (;;) {
    const next = heads
      .filter(({ item }) => item !== undefined)
      .reduce<(typeof heads)[number] | undefined>(
        (best, head) => (best === undefined || compareKeys(head.item, best.item) * sign < 0 ? head : best),
        undefined,
      );
    if (next?.item === undefined) return;
    yield next.item;
    next.item = (await next.source.next()).value;
  }
}

function compareKeys(left: Item | undefined, right: Item | undefined): number {
  const [a, b] = [String(left?.sk), String(right?.sk)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * One page of the entries that match, of one partition or of several together. Expired ones, which DynamoDB removes
 * when it likes, are not there. Reads at most 10 MB; what lies beyond is not counted, and the answer says so.
 */
export async function listEntries(
  partitions: readonly string[],
  { page, pageSize, ...selection }: EntriesRequest,
): Promise<EntriesPage> {
  const cursor = currentCursor();
  if (cursor !== undefined) {
    const next = await cursor.next(() => merged(partitions, selection));
    return { items: next, total: next.length, totalIsExact: true };
  }
  const { range, descending = false, matches, nowSeconds } = selection;
  const foundIn = new Map<string, Item[]>(partitions.map((pk) => [pk, []]));
  let queryPagesRead = 0;
  let totalIsExact = true;
  await forEachParallel([...foundIn], parallelPartitions, async ([pk, found]) => {
    let isFirst = true;
    for await (const queryPage of queryPages({ pk, skRange: range, descending, consistent: true })) {
      if (queryPagesRead >= maxQueryPages) {
        totalIsExact = false;
        break;
      }
      const isPart = isFirst && partitions.length > 1;
      // Of a partition without anything in the range, next to nothing was read.
      if (queryPage.length > 0) queryPagesRead += isPart ? Math.min(1, queryPage.length / fullPageItems) : 1;
      isFirst = false;
      for (const item of queryPage) if (!isExpired(item, nowSeconds) && matches(item)) found.push(item);
    }
  });
  const found = [...foundIn.values()].flat();
  if (partitions.length > 1) found.sort((a, b) => compareKeys(a, b) * (descending ? -1 : 1));
  const start = (page - 1) * pageSize;
  return { items: found.slice(start, start + pageSize), total: found.length, totalIsExact };
}
