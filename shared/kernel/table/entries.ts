/**
 * Pages over partitions of self-contained items in key order: logs and trails, whose entries expire by themselves.
 * They have no separate row and no counter (expiry would make it wrong), so a page is read by its key range, and
 * following entries are counted by reading on up to a limit.
 */

import { allOf, forEachParallel } from '../base/parallel.ts';
import { isExpired } from './item.ts';
import { itemBytes } from './item-size.ts';
import type { SortKeyRange } from './keys.ts';
import { currentCursor } from './list-cursor.ts';
import { type Item, queryPages } from './read.ts';

export interface EntriesRequest {
  page: number;
  pageSize: number;
  /** First and last sort key, both included. */
  range: SortKeyRange;
  /** Last sort key first. */
  descending?: boolean;
  matches: (item: Item) => boolean;
  nowSeconds: number;
  /** False to not count the entries after the page; true by default. */
  withTotal?: boolean | undefined;
}

export interface EntriesPage {
  items: Item[];
  /** Matching entries that were read. */
  total: number;
  totalIsExact: boolean;
}

type Selection = Omit<EntriesRequest, 'page' | 'pageSize' | 'withTotal'>;

/** Maximum number of DynamoDB pages of 1 MB per request, about ten thousand entries. */
const maxQueryPages = 10;
/** Partitions that are read concurrently: an organization may have hundreds of webhooks with a log each. */
const parallelPartitions = 10;
/** Bytes of the entries after a page that are read to count them. */
const maxBytesAhead = 2_000_000;

/** Entries of one partition in memory while several are merged. */
const mergePageItems = 500;

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

/** Merges all partitions in key order; of each, a page is in memory. */
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

/** The read position of a partition. */
interface Source {
  pk: string;
  /** Entries that were read last; those from `next` on are on no page yet. */
  read: Item[];
  next: number;
  lastSortKey: string | undefined;
  /** Numbers of entries that the next Queries read at most; then as many as it takes. */
  limits: readonly number[];
  isAtEnd: boolean;
}

/** How many pages of Queries were read to fill a page. */
interface Reading {
  pages: number;
}

const waitingOf = ({ read, next }: Source): number => read.length - next;
const isEmpty = (source: Source): boolean => waitingOf(source) === 0 && !source.isAtEnd;

/** Reads on in a partition: as many entries as its next limit, or until one matches. */
async function readOn(source: Source, selection: Selection, reading: Reading) {
  const { range, descending = false, matches, nowSeconds } = selection;
  const [limit, ...limits] = source.limits;
  const query = { pk: source.pk, skRange: range, descending, after: source.lastSortKey };
  const pages = queryPages({ ...query, consistent: true, ...(limit !== undefined && { limit }) });
  let items = 0;
  Object.assign(source, { read: [], next: 0, limits });
  for await (const page of pages) {
    items += page.length;
    const last = page.at(-1);
    if (last !== undefined) source.lastSortKey = String(last.sk);
    source.read.push(...page.filter((item) => !isExpired(item, nowSeconds) && matches(item)));
    if (limit !== undefined) continue;
    reading.pages += 1;
    if (source.read.length > 0 || reading.pages >= maxQueryPages) return;
  }
  source.isAtEnd = limit === undefined || items < limit;
}

/** Takes the next entry of all sources, which are only empty at their end. */
function takeNext(sources: readonly Source[], sign: number): Item | undefined {
  const headOf = ({ read, next }: Source) => read[next];
  const [first, ...others] = sources.filter((source) => waitingOf(source) > 0);
  if (first === undefined) return undefined;
  const source = others.reduce(
    (best, one) => (compareKeys(headOf(one), headOf(best)) * sign < 0 ? one : best),
    first,
  );
  const item = headOf(source);
  source.next += 1;
  return item;
}

/** The items to count after a page. */
interface Following {
  pk: string;
  range: SortKeyRange;
  descending: boolean;
  after: string | undefined;
}

/**
 * Counts the entries after a page, eventually consistent, up to 2 MB of items. `countOf` returns the entries in some items.
 */
export async function countFollowing(
  following: readonly Following[],
  countOf: (items: readonly Item[]) => number,
): Promise<{ count: number; isExact: boolean }> {
  let [count, bytes, isExact] = [0, 0, true];
  await forEachParallel(following, parallelPartitions, async ({ pk, range, descending, after }) => {
    if (bytes >= maxBytesAhead) {
      isExact = false;
      return;
    }
    for await (const page of queryPages({ pk, skRange: range, descending, after, consistent: false })) {
      count += countOf(page);
      bytes += page.reduce((sum, item) => sum + itemBytes(item), 0);
      if (bytes < maxBytesAhead) continue;
      isExact = false;
      return;
    }
  });
  return { count, isExact };
}

/**
 * One page of the matching entries of one or several partitions, strongly consistent. Expired entries, which DynamoDB
 * removes later, are excluded. A page reads at most 10 MB to be full. Beyond that it omits unread entries of some
 * partitions, also between the others: a search with few matches would find nothing otherwise. Later entries are counted
 * up to 2 MB, eventually consistent, and the result says whether the count is complete.
 */
export async function listEntries(
  partitions: readonly string[],
  { page, pageSize, withTotal = true, ...selection }: EntriesRequest,
): Promise<EntriesPage> {
  const cursor = currentCursor();
  if (cursor !== undefined) {
    const next = await cursor.next(() => merged(partitions, selection));
    return { items: next, total: next.length, totalIsExact: true };
  }
  const end = page * pageSize;
  // With several partitions, each contributes a part of the page.
  const share = partitions.length === 1 ? end : Math.ceil((2 * end) / Math.max(1, partitions.length));
  // An uneven share, or some entries that do not match, cost no more than a page again.
  const limits = [share + 1, end + 1].map((items) => Math.min(items, mergePageItems));
  const reading: Reading = { pages: 0 };
  const sources = partitions.map((pk): Source => {
    return { pk, read: [], next: 0, lastSortKey: undefined, limits, isAtEnd: false };
  });
  const found: Item[] = [];
  while (found.length < end) {
    const empty = sources.filter(isEmpty);
    if (empty.length > 0 && reading.pages < maxQueryPages) {
      await forEachParallel(empty, parallelPartitions, (one) => readOn(one, selection, reading));
      continue;
    }
    const next = takeNext(sources, selection.descending ? -1 : 1);
    if (next === undefined) break;
    found.push(next);
  }
  const waiting = sources.reduce((sum, one) => sum + waitingOf(one), 0);
  const { range, descending = false, matches, nowSeconds } = selection;
  const following = sources
    .filter(({ isAtEnd }) => !isAtEnd)
    .map(({ pk, lastSortKey: after }) => ({ pk, range, descending, after }));
  const countOf = (items: readonly Item[]) =>
    items.filter((item) => !isExpired(item, nowSeconds) && matches(item)).length;
  const ahead =
    withTotal && reading.pages < maxQueryPages
      ? await countFollowing(following, countOf)
      : { count: 0, isExact: following.length === 0 };
  return {
    items: found.slice(end - pageSize, end),
    total: found.length + waiting + ahead.count,
    totalIsExact: ahead.isExact,
  };
}
