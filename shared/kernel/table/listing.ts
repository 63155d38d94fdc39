/**
 * The shared list code. Each row of a listed entity has a listing item, written in the same transaction, with the
 * fields for filters, sorting and search, and small rows as a whole (listed-rows.ts). Lists read those, and then only
 * the larger rows of their page; no index lags behind a write.
 */

import { comparedName, compareTexts, contains } from '../base/compared.ts';
import { dateMs } from '../base/dates.ts';
import { responseBytes } from '../base/json.ts';
import { allOf, forEachParallel } from '../base/parallel.ts';
import { PageTooLargeError } from '../errors/errors.ts';
import { readTotal } from './counters.ts';
import type { Key } from './keys.ts';
import { currentCursor } from './list-cursor.ts';
import { type ListingItem, readListedRows } from './listed-rows.ts';
import type {
  FilterMode,
  ListFilter,
  ListingSpec,
  ListValue,
  RangeFilter,
  SortDirection,
  TimeFilter,
} from './listing-spec.ts';
import { type Item, queryPages } from './read.ts';

export interface ListRequest<Field extends string> {
  page: number;
  pageSize: number;
  /** Case-insensitive literal substring. */
  search?: string | undefined;
  /** By field, compared in its filter mode; undefined does not filter. */
  filters: Partial<Record<Field, ListFilter | undefined>>;
  /** Only rows with one of these ids. */
  ids?: ReadonlySet<string> | undefined;
  sort?: GivenSort<Field> | undefined;
}

/**
 * Sort order of a request. Without a field, rows are in key order; without a direction, the default direction is used.
 */
export interface GivenSort<Field extends string> {
  field?: Field | undefined;
  direction?: SortDirection | undefined;
}

/** Latest dates and highest priorities come first; all other fields ascend. */
export function defaultDirection(field: string): SortDirection {
  return /At$|^priority$/.test(field) ? 'desc' : 'asc';
}

interface Sort<Field extends string> {
  field: Field;
  direction: SortDirection;
}

/** The effective order. */
export function sortOf<Field extends string>(
  { keyOrder }: Pick<ListingSpec<Field>, 'keyOrder'>,
  { field = keyOrder.field, direction }: GivenSort<Field> = {},
): Sort<Field> {
  const byDefault = field === keyOrder.field ? keyOrder.direction : defaultDirection(field);
  return { field, direction: direction ?? byDefault };
}

export interface ListResult {
  rows: Item[];
  total: number;
}

/** A DynamoDB page of listing items (1 MB) becomes tens of megabytes of objects. */
const exportPageItems = 500;

/** Partitions that are read concurrently, a DynamoDB page of each: a caller may see two thousand organizations. */
const parallelPartitions = 4;

/** Lambda returns at most 6 MB; JSON escaping and the envelope need the rest. */
const pageBudgetBytes = 5_000_000;

function fieldOf<Field extends string>(spec: ListingSpec<Field>, item: Item, field: Field): ListValue {
  return (item[spec.attributes[field]] as ListValue | undefined) ?? null;
}

function passesIn(mode: FilterMode | undefined, value: ListValue, filter: ListValue): boolean {
  if (mode === 'contains') return contains(String(value ?? ''), String(filter));
  if (mode === 'atLeast') return Number(value ?? Number.NEGATIVE_INFINITY) >= Number(filter);
  if (mode === 'all') {
    const name = comparedName(String(filter));
    return Array.isArray(value) && value.some((one) => comparedName(String(one)) === name);
  }
  return Array.isArray(value) ? value.includes(filter) : value === filter;
}

const isTimeFilter = (filter: ListFilter): filter is TimeFilter =>
  typeof filter === 'object' && filter !== null && 'timesMs' in filter;

const isRangeFilter = (filter: ListFilter): filter is RangeFilter =>
  typeof filter === 'object' && filter !== null && 'fromMs' in filter;

/** Whether a listing item matches the filters and the search. */
export function matches<Field extends string>(
  spec: ListingSpec<Field>,
  item: Item,
  { filters, search, ids }: Pick<ListRequest<Field>, 'filters' | 'search' | 'ids'>,
): boolean {
  if (spec.expires && typeof item.ttl === 'number' && item.ttl <= Date.now() / 1_000) return false;
  if (ids !== undefined && !ids.has(String(item.id))) return false;
  for (const [field, filter] of Object.entries(filters) as [Field, ListFilter | undefined][]) {
    if (filter === undefined) continue;
    const value = fieldOf(spec, item, field);
    if (isTimeFilter(filter)) {
      const times = [value].flat().map((date) => dateMs(String(date)));
      if (!filter.timesMs.some((timeMs) => times.includes(timeMs))) return false;
      continue;
    }
    if (isRangeFilter(filter)) {
      if (typeof value !== 'number' || value < filter.fromMs || value > filter.toMs) return false;
      continue;
    }
    const mode = spec.filterModes?.[field];
    const passes = (one: ListValue) => passesIn(mode, value, one);
    const values = [filter].flat();
    if (!(mode === 'all' ? values.every(passes) : values.some(passes))) return false;
  }
  return (
    search === undefined ||
    spec.searchIn.some((field) => contains(String(fieldOf(spec, item, field) ?? ''), search))
  );
}

function compareValues(left: ListValue, right: ListValue): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  if (typeof left === 'string' && typeof right === 'string') {
    const order = compareTexts(left, right);
    if (order !== 0) return order;
  }
  // A field whose kind was changed has values of several types.
  if (typeof left !== typeof right) return typeof left < typeof right ? -1 : 1;
  // Two lists are never the same object.
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Dates of different spellings in the order of their times, after other values. */
function compareTimes(left: ListValue, right: ListValue): number {
  const [leftMs, rightMs] = [dateMs(String(left)), dateMs(String(right))];
  if (!Number.isNaN(leftMs - rightMs)) return leftMs - rightMs;
  const isLeftOther = Number.isNaN(leftMs);
  return isLeftOther === Number.isNaN(rightMs) ? compareValues(left, right) : isLeftOther ? -1 : 1;
}

/** DynamoDB's order of sort keys: by their UTF-8 bytes, so that upper case comes before lower case. */
function compareKeys(left: unknown, right: unknown): number {
  return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
}

/** A stable order: by the field, then by the sort key, then by the id. */
export function comparator<Field extends string>(
  spec: ListingSpec<Field>,
  sort: Sort<Field> | undefined,
): (left: Item, right: Item) => number {
  const bySortKey = (left: Item, right: Item) =>
    compareKeys(left.sk, right.sk) || compareKeys(left.id, right.id);
  if (sort === undefined) return bySortKey;
  const sign = sort.direction === 'asc' ? 1 : -1;
  const compare = spec.timeFields?.has(sort.field) ? compareTimes : compareValues;
  return (left, right) =>
    sign * compare(fieldOf(spec, left, sort.field), fieldOf(spec, right, sort.field)) ||
    bySortKey(left, right);
}

/**
 * One page of a list over one or more partitions (one per visible organization), with the exact total.
 *
 * Unfiltered and in key order it costs one Query per partition for the page, one BatchGetItem for rows that are not in
 * their listing items, and, for a list longer than the page, one Query per partition for the counters, independent of
 * the list's size. The page is strongly consistent, and so is the total of a list that ends on it; any other total may
 * miss the last second. Other requests read every listing item of the partitions once, eventually consistent (half the
 * price) unless ids are named; rows are never older than their listing items.
 *
 * Throws PageTooLargeError when the page's rows exceed the response limit.
 */
export async function listPage<Field extends string>(
  spec: ListingSpec<Field>,
  partitions: readonly string[],
  rowKey: (listing: { id: string; partition: string }) => Key,
  request: ListRequest<Field>,
): Promise<ListResult> {
  const start = (request.page - 1) * request.pageSize;
  const end = start + request.pageSize;

  const filtered =
    request.search !== undefined ||
    request.ids !== undefined ||
    Object.values(request.filters).some((value) => value !== undefined);
  const { keyOrder } = spec;
  const sort = sortOf(spec, request.sort);
  const inKeyOrder = sort.field === keyOrder.field && sort.direction === keyOrder.direction;
  const fast = !filtered && inKeyOrder && !spec.expires;
  // A caller that reads a row by id may have created it just before.
  const consistent = fast || spec.expires === true || request.ids !== undefined;
  const rowKeyOf = ({ id, pk }: ListingItem) => rowKey({ id, partition: pk });
  const cursor = currentCursor();
  if (cursor !== undefined) {
    const sorted = inKeyOrder ? undefined : sort;
    const listed = await cursor.next(() => listAll(spec, partitions, request, { sort: sorted, consistent }));
    const rows = await readListedRows(listed, rowKeyOf, spec);
    return { rows, total: rows.length };
  }
  // By id: a row whose sort key changes between two pages of a Query appears at its old and its new position.
  const found = new Map<string, ListingItem>();
  await forEachParallel(partitions, parallelPartitions, async (pk) => {
    const pages = queryPages({ pk, after: spec.startsAfter, consistent, ...(fast && { limit: end }) });
    for await (const page of pages) {
      for (const item of page as ListingItem[]) if (matches(spec, item, request)) found.set(item.id, item);
    }
  });
  const matching = [...found.values()];
  if (!fast || partitions.length > 1) matching.sort(comparator(spec, inKeyOrder ? undefined : sort));

  const pageItems = matching.slice(start, end);
  refuseLargeItems(pageItems, request.pageSize);
  // A list that ends within the page was read as a whole: its count is exact and costs nothing more.
  const isWhole = !fast || matching.length < end;
  const [rows, counted = 0] = await allOf([
    readListedRows(pageItems, rowKeyOf, spec),
    isWhole ? undefined : readTotal(partitions),
  ]);
  // A row that was deleted since its listing item was read does not count.
  const listed = matching.length - (pageItems.length - rows.length);
  return { rows, total: Math.max(counted, listed) };
}

/**
 * One page of rows that were read by key, because a filter has a unique value: strongly consistent, without reading
 * listing items of other rows. `listingOf` makes the listing item of a row.
 */
export function pageOf<Field extends string, Row>(
  spec: ListingSpec<Field>,
  candidates: readonly Row[],
  listingOf: (row: Row) => Item,
  request: ListRequest<Field>,
): { rows: Row[]; total: number } {
  const order = comparator(spec, sortOf(spec, request.sort));
  const matching = candidates
    .map((row) => ({ row, listing: listingOf(row) }))
    .filter(({ listing }) => matches(spec, listing, request))
    .toSorted((one, other) => order(one.listing, other.listing));
  const start = (request.page - 1) * request.pageSize;
  const rows = matching.slice(start, start + request.pageSize).map(({ row }) => row);
  return { rows, total: matching.length };
}

/**
 * Every matching row of the partitions once, in order. In key order of one partition nothing is kept in memory, except the
 * ids of rows whose position may change meanwhile; other orders keep the sort values of each matching listing item.
 */
async function* listAll<Field extends string>(
  spec: ListingSpec<Field>,
  partitions: readonly string[],
  request: ListRequest<Field>,
  { sort, consistent }: { sort: Sort<Field> | undefined; consistent: boolean },
): AsyncGenerator<ListingItem> {
  const kept = new Map<string, ListingItem>();
  // A change can move a row to a later page. The time of its creation does not change.
  const passed = spec.keyOrder.field === 'createdAt' ? undefined : new Set<string>();
  const sorted = sort !== undefined || partitions.length > 1;
  const sortedBy = sort && spec.attributes[sort.field];
  for (const pk of partitions) {
    const pages = queryPages({ pk, after: spec.startsAfter, consistent, pageItems: exportPageItems });
    for await (const page of pages) {
      for (const item of page as ListingItem[]) {
        if (!matches(spec, item, request) || passed?.has(item.id)) continue;
        if (sorted) kept.set(item.id, withoutFields(item, sortedBy));
        else {
          passed?.add(item.id);
          yield item;
        }
      }
    }
  }
  if (sorted) yield* [...kept.values()].sort(comparator(spec, sort));
}

/** The part of a listing item that is kept for sorting; its row is read later. */
function withoutFields(item: ListingItem, sortedBy: string | undefined): ListingItem {
  const { pk, sk, id, b, rev } = item;
  return {
    ...{ pk, sk, id, b },
    ...(rev !== undefined && { rev }),
    ...(sortedBy !== undefined && { [sortedBy]: item[sortedBy] }),
  };
}

/** The number of first rows, `b` bytes each, that a response has room for. */
function fittingCount(items: readonly { b: number }[]): number {
  let bytes = 0;
  const end = items.findIndex(({ b }) => {
    bytes += b;
    return bytes > pageBudgetBytes;
  });
  return end < 0 ? items.length : end;
}

/** Throws PageTooLargeError when rows, `b` bytes each, exceed the response limit. */
function refuseLargeItems(items: readonly { b: number }[], pageSize: number): void {
  const count = fittingCount(items);
  if (count < items.length) throw new PageTooLargeError(pageSize, Math.max(1, count));
}

const measured = (rows: readonly unknown[]) => rows.map((row) => ({ b: responseBytes(row) }));

/**
 * Like it, for rows in memory, measured as Lambda returns them: JSON as a JSON text. Exports are streamed and have no
 * limit.
 */
export function refuseHeavyRows(rows: readonly unknown[], pageSize: number): void {
  if (currentCursor() !== undefined) return;
  refuseLargeItems(measured(rows), pageSize);
}

/** The first rows, measured in the same way, that a response has room for. */
export const fittingRows = <Row>(rows: readonly Row[]): Row[] => rows.slice(0, fittingCount(measured(rows)));
