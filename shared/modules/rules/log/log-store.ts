/** Reads the entries that rule-log.ts writes, and deletes old ones. */

import { toIso } from '../../../kernel/base/times.ts';
import { countFollowing } from '../../../kernel/table/entries.ts';
import { isExpired } from '../../../kernel/table/item.ts';
import { type Key, newestFirstRange, type RowScope } from '../../../kernel/table/keys.ts';
import { currentCursor } from '../../../kernel/table/list-cursor.ts';
import {
  findInOrganizations,
  type VisibleScope,
  visibleScopes,
} from '../../../kernel/table/organizations.ts';
import { batchGet, type Item, queryPages } from '../../../kernel/table/read.ts';
import { ruleLogKey, ruleLogPartition } from '../keys.ts';
import type { LogSortField, RuleLog, RuleLogDetail } from './log-entry-contract.ts';
import { type LoggedExecution, logIdOf, parseLogId, toLoggedExecution } from './logged-execution.ts';

function toRow(scope: RowScope, execution: LoggedExecution, index: number): RuleLog | undefined {
  const rule = execution.rules[index];
  if (rule === undefined) return undefined;
  return {
    id: logIdOf(execution, index),
    ruleId: rule.id,
    ruleName: rule.ruleName,
    ruleType: rule.ruleType,
    entityType: rule.entityType,
    entityId: execution.entityId,
    eventType: execution.eventType,
    executionResult: rule.result,
    inputContext: execution.input as Record<string, unknown>,
    outputContext: rule.output as Record<string, unknown>,
    errorMessage: rule.error,
    executionTimeMs: rule.executionTimeMs,
    executedAt: toIso(execution.atMs),
    executedBy: execution.executedBy,
    eventId: execution.eventId,
    tenantId: scope.tenantId,
    organizationId: scope.organizationId,
  };
}

/** The entry with this id in the scope's visible organizations. One GetItem per organization. */
export async function findLog(
  scope: VisibleScope,
  id: string,
  nowSeconds: number,
): Promise<RuleLogDetail | undefined> {
  const named = parseLogId(id);
  if (named === undefined) return undefined;
  return findInOrganizations(
    scope,
    (at) => ruleLogKey(at, named),
    (item, at) => (isExpired(item, nowSeconds) ? undefined : toDetail(at, item, named.index)),
  );
}

function toDetail(scope: RowScope, item: Item, index: number): RuleLogDetail | undefined {
  const execution = toLoggedExecution(item);
  const row = toRow(scope, execution, index);
  const rule = execution.rules[index];
  if (row === undefined || rule === undefined) return undefined;
  const { id, ruleId, ruleName, ruleType, entityType } = rule;
  return { ...row, rule: { id, ruleId, ruleName, ruleType, entityType } };
}

export interface LogFilter {
  fromMs: number;
  toMs: number;
  matches: (row: RuleLog) => boolean;
  nowSeconds: number;
}

/** An entry with its location. */
interface LocatedEntry {
  row: RuleLog;
  key: Key;
  index: number;
}

export interface LogReading {
  /** False if the reader stopped before the end. */
  isComplete: boolean;
}

interface ReadOptions {
  oldestFirst?: boolean;
  /** Maximum pages of 1 MB that are read. */
  maxPages: number;
  reading?: LogReading;
}

/** The matching entries of each organization in turn, newest or oldest first. */
async function* readRows(
  scopes: readonly RowScope[],
  { fromMs, toMs, matches, nowSeconds }: LogFilter,
  { oldestFirst = false, maxPages, reading }: ReadOptions,
): AsyncGenerator<LocatedEntry> {
  let pagesRead = 0;
  const skRange = newestFirstRange(fromMs, toMs);
  for (const scope of scopes) {
    const pk = ruleLogPartition(scope);
    for await (const page of queryPages({ pk, skRange, descending: oldestFirst, consistent: true })) {
      if (pagesRead === maxPages) {
        if (reading && page.length > 0) reading.isComplete = false;
        return;
      }
      pagesRead += 1;
      for (const item of page) {
        if (isExpired(item, nowSeconds)) continue;
        const found = entriesIn(scope, item, matches);
        yield* oldestFirst ? found.reverse() : found;
      }
    }
  }
}

/** The entries of an item by id, the last first. */
function entriesIn(scope: RowScope, item: Item, matches: LogFilter['matches']): LocatedEntry[] {
  const execution = toLoggedExecution(item);
  const key = { pk: String(item.pk), sk: String(item.sk) };
  return execution.rules
    .map((_, index) => ({ row: toRow(scope, execution, index), key, index }))
    .filter((found): found is LocatedEntry => found.row !== undefined && matches(found.row))
    .reverse();
}

export interface LogRequest {
  page: number;
  pageSize: number;
  /** False to not count the entries after a page that is read without them; true by default. */
  withTotal?: boolean | undefined;
  sort: { field: LogSortField; direction: 'asc' | 'desc' };
}

export interface LogPage {
  items: RuleLog[];
  total: number;
  totalIsExact: boolean;
}

/** About ten thousand entries: the maximum that a search reads. */
const maxListPages = 10;

/** The fields that sorting needs, so that the whole log need not be in memory. */
interface Ref {
  key: Key;
  index: number;
  id: string;
  value: string | number;
}

function toRef({ row, key, index }: LocatedEntry, field: LogSortField): Ref {
  const value = field === 'executedAt' ? Date.parse(row.executedAt) : row[field];
  return { key, index, id: row.id, value };
}

async function sortedRefs(
  rows: AsyncIterable<LocatedEntry>,
  { field, direction }: LogRequest['sort'],
): Promise<Ref[]> {
  const refs: Ref[] = [];
  for await (const found of rows) refs.push(toRef(found, field));
  const sign = direction === 'asc' ? 1 : -1;
  const compare = <Value extends string | number>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0);
  return refs.sort((a, b) => sign * (compare(a.value, b.value) || compare(a.id, b.id)));
}

/** The entries of references, in the same order; entries that were deleted meanwhile are left out. */
async function loadRows(scopes: readonly RowScope[], refs: readonly Ref[]): Promise<RuleLog[]> {
  const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
  const keys = new Map(refs.map(({ key }) => [nameOf(key), key]));
  const items = await batchGet([...keys.values()]);
  const executions = new Map(
    items.map((item) => [nameOf({ pk: String(item.pk), sk: String(item.sk) }), toLoggedExecution(item)]),
  );
  const scopeOf = new Map(scopes.map((scope) => [ruleLogPartition(scope), scope]));
  const rows = refs.map(({ key, index }) => {
    const [scope, execution] = [scopeOf.get(key.pk), executions.get(nameOf(key))];
    return scope && execution && toRow(scope, execution, index);
  });
  return rows.filter((row) => row !== undefined);
}

async function* fromArray<Element>(elements: Promise<readonly Element[]>): AsyncGenerator<Element> {
  yield* await elements;
}

/**
 * The rows from `start` to `end`, strongly consistent, with the number of matches as far as 2 MB
 * of the entries after it tell.
 */
async function pageByTime(
  scope: RowScope,
  { fromMs, toMs, matches, nowSeconds }: LogFilter,
  {
    start,
    end,
    oldestFirst,
    withTotal,
  }: { start: number; end: number; oldestFirst: boolean; withTotal: boolean },
): Promise<LogPage> {
  const query = {
    pk: ruleLogPartition(scope),
    skRange: newestFirstRange(fromMs, toMs),
    descending: oldestFirst,
  };
  const rowsOf = (items: readonly Item[]): LocatedEntry[] =>
    items
      .filter((item) => !isExpired(item, nowSeconds))
      .flatMap((item) =>
        oldestFirst ? entriesIn(scope, item, matches).reverse() : entriesIn(scope, item, matches),
      );
  const rows: LocatedEntry[] = [];
  let [after, items, pagesRead]: [string | undefined, number, number] = [undefined, 0, 0];
  const read = async (limit?: number) => {
    const pageQuery = { ...query, after, ...(limit !== undefined && { limit }), consistent: true };
    for await (const page of queryPages(pageQuery)) {
      items += page.length;
      after = page.at(-1) === undefined ? after : String(page.at(-1)?.sk);
      rows.push(...rowsOf(page));
      pagesRead += 1;
      if (pagesRead === maxListPages || (limit === undefined && rows.length >= end)) return false;
    }
    return limit === undefined || items < limit;
  };
  let isAtEnd = await read(end + 1);
  if (!isAtEnd && rows.length < end && pagesRead < maxListPages) isAtEnd = await read();
  const shown = rows.slice(start, end).map(({ row }) => row);
  if (isAtEnd || !withTotal || pagesRead === maxListPages)
    return { items: shown, total: rows.length, totalIsExact: isAtEnd };
  const { pk, skRange: range, descending } = query;
  const { count, isExact } = await countFollowing(
    [{ pk, range, descending, after }],
    (ahead) => rowsOf(ahead).length,
  );
  return { items: shown, total: rows.length + count, totalIsExact: isExact };
}

/**
 * One page of the log. Sorted by time for one organization, it is read in stored order. Other orders, and
 * several organizations, read all matching entries and one BatchGetItem for the page.
 */
export async function listLogs(
  scope: VisibleScope,
  filter: LogFilter,
  request: LogRequest,
): Promise<LogPage> {
  const { page, pageSize, withTotal = true, sort } = request;
  const scopes = visibleScopes(scope);
  const byTime = sort.field === 'executedAt' || sort.field === 'id';
  const oldestFirst = byTime && sort.direction === 'asc';
  const cursor = currentCursor();
  if (cursor !== undefined) {
    const maxPages = Number.POSITIVE_INFINITY;
    const rows = () => readRows(scopes, filter, { oldestFirst, maxPages });
    // An export is not sorted again: several organizations follow one another.
    const items = byTime
      ? (await cursor.next(rows as () => AsyncIterable<LocatedEntry & { b?: unknown }>)).map(({ row }) => row)
      : await loadRows(
          scopes,
          await cursor.next(() => fromArray<Ref & { b?: unknown }>(sortedRefs(rows(), sort))),
        );
    return { items, total: items.length, totalIsExact: true };
  }
  const start = (page - 1) * pageSize;
  const [only, ...others] = scopes;
  if (byTime && only !== undefined && others.length === 0)
    return pageByTime(only, filter, { start, end: start + pageSize, oldestFirst, withTotal });
  const reading: LogReading = { isComplete: true };
  const rows = readRows(scopes, filter, { oldestFirst, maxPages: maxListPages, reading });
  const refs = await sortedRefs(rows, sort);
  const items = await loadRows(scopes, refs.slice(start, start + pageSize));
  return { items, total: refs.length, totalIsExact: reading.isComplete };
}

/** More than for lists: statistics of a week may take some seconds. */
const maxStatsPages = 40;

/** Every matching entry, newest first, up to the maximum for statistics. */
export async function* readLogs(
  scope: VisibleScope,
  filter: LogFilter,
  reading: LogReading,
): AsyncGenerator<RuleLog> {
  const scopes = visibleScopes(scope);
  for await (const { row } of readRows(scopes, filter, { maxPages: maxStatsPages, reading })) yield row;
}

/** Log items of an organization before a time, oldest first, in pages: key and number of entries. */
export async function* oldLogItems(
  scope: RowScope,
  beforeMs: number,
): AsyncGenerator<{ key: Key; entries: number }[]> {
  const pk = ruleLogPartition(scope);
  const skRange = newestFirstRange(0, beforeMs - 1);
  for await (const page of queryPages({ pk, skRange, descending: true, pageItems: 200, consistent: true })) {
    yield page.map((item) => ({
      key: { pk, sk: String(item.sk) },
      entries: toLoggedExecution(item).rules.length,
    }));
  }
}
