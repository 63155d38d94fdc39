/**
 * Pages over a partition of self-contained items in key order: logs and trails, whose entries come and go by
 * themselves. They have no row beside them and no counter (expiry would falsify it), so a page is read, and the
 * rest counted, by reading the key range; what lies outside is not touched.
 */
import { currentCursor } from './list-cursor.ts';
import { type Item, queryPages, type SortKeyRange } from './read.ts';

export interface EntriesRequest {
  page: number;
  pageSize: number;
  /** First and last sort key that may match, both included. */
  range: SortKeyRange;
  matches: (item: Item) => boolean;
  nowSeconds: number;
}

export interface EntriesPage {
  items: Item[];
  /** Entries that match, as far as was read. */
  total: number;
  totalIsExact: boolean;
}

/** DynamoDB hands out 1 MB a page: one request reads at most so many, some ten thousand entries. */
const maxQueryPages = 10;

const isExpired = ({ ttl }: Item, nowSeconds: number) => typeof ttl === 'number' && ttl <= nowSeconds;

async function* allEntries(
  pk: string,
  { range, matches, nowSeconds }: Omit<EntriesRequest, 'page' | 'pageSize'>,
): AsyncGenerator<Item> {
  for await (const queryPage of queryPages({ pk, skRange: range, consistent: true })) {
    for (const item of queryPage) if (!isExpired(item, nowSeconds) && matches(item)) yield item;
  }
}

/** One page of the entries that match. Expired ones, which DynamoDB removes when it likes, are not there. */
export async function listEntries(
  pk: string,
  { page, pageSize, range, matches, nowSeconds }: EntriesRequest,
): Promise<EntriesPage> {
  const cursor = currentCursor();
  if (cursor !== undefined) {
    const next = await cursor.next(() => allEntries(pk, { range, matches, nowSeconds }));
    return { items: next, total: next.length, totalIsExact: true };
  }
  const start = (page - 1) * pageSize;
  const items: Item[] = [];
  let total = 0;
  let queryPagesRead = 0;
  for await (const queryPage of queryPages({ pk, skRange: range, consistent: true })) {
    if (queryPagesRead === maxQueryPages) return { items, total, totalIsExact: false };
    queryPagesRead += 1;
    for (const item of queryPage) {
      if (isExpired(item, nowSeconds) || !matches(item)) continue;
      if (total >= start && items.length < pageSize) items.push(item);
      total += 1;
    }
  }
  return { items, total, totalIsExact: true };
}
