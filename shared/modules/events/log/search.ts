/**
 * Finds texts in the data of a tenant's events. A search reads each event of its range, so it ends as soon as its page is
 * full, and continues at a cursor: the id of the last entry of which the caller has been told, or a time.
 */
import { parseEventName } from '../../../kernel/events/event-name.ts';
import { isExpired } from '../../../kernel/table/item.ts';
import { isPossibleKey } from '../../../kernel/table/item-size.ts';
import { newestFirst, newestFirstRange } from '../../../kernel/table/keys.ts';
import { type Item, queryPages } from '../../../kernel/table/read.ts';
import { eventLogPartition, loggedEventKey } from '../keys.ts';
import type { LoggedEvent } from './log-contract.ts';
import { isOfOrganizations, type LogQuery, matches } from './log-store.ts';
import { toLoggedEvent } from './logged-event.ts';

/** Maximum number of DynamoDB pages of 1 MB per request. */
const maxQueryPages = 10;

/** Where a search continues. */
export interface SearchPosition {
  occurredAtMs: number;
  /** The sort key after which it reads. */
  after: string;
}

/** The position that a cursor names; undefined for other texts. */
export function searchPositionOf(tenantId: string, cursor: string): SearchPosition | undefined {
  const name = parseEventName(cursor);
  if (name !== undefined) {
    const key = loggedEventKey({ tenantId }, name);
    return isPossibleKey(key) ? { occurredAtMs: name.occurredAtMs, after: key.sk } : undefined;
  }
  if (!/^\d{1,13}$/.test(cursor)) return undefined;
  return { occurredAtMs: Number(cursor), after: newestFirst(Number(cursor)) };
}

export interface SearchPage {
  items: LoggedEvent[];
  /** Matches that were read. */
  total: number;
  totalIsExact: boolean;
  /** Null if all events of the range were read. */
  nextCursor: string | null;
}

/** One page of the matching events, newest first. Reads at most 10 MB. */
export async function searchEvents(
  tenantId: string,
  query: LogQuery & { search: string },
  position: SearchPosition | undefined,
  nowMs: number,
): Promise<SearchPage> {
  const { page, pageSize, fromMs } = query;
  const end = page * pageSize;
  const found: Item[] = [];
  const pageAt = (nextCursor: string | null, isLast = nextCursor === null): SearchPage => ({
    items: found.slice(end - pageSize, end).map((item) => toLoggedEvent(tenantId, item)),
    total: found.length,
    totalIsExact: isLast && position === undefined,
    nextCursor,
  });
  const nameOf = (item: Item) => toLoggedEvent(tenantId, item).id;
  const isWithin = position !== undefined && position.occurredAtMs <= query.toMs;
  const toMs = isWithin ? position.occurredAtMs : query.toMs;
  if (toMs < fromMs) return pageAt(null);
  const range = {
    pk: eventLogPartition({ tenantId }),
    skRange: newestFirstRange(fromMs, toMs),
    ...(isWithin && { after: position.after }),
  };
  // Ids of other organizations' events must not be in a cursor.
  let lastShown: Item | undefined;
  let [pages, lastMs] = [0, toMs];
  for await (const items of queryPages({ ...range, consistent: true })) {
    for (const item of items) {
      if (isExpired(item, nowMs / 1_000) || !isOfOrganizations(query, item)) continue;
      if (matches(query, item)) {
        const last = found[end - 1];
        found.push(item);
        if (last !== undefined) return pageAt(nameOf(last));
      }
      lastShown = item;
    }
    pages += 1;
    lastMs = Number(items.at(-1)?.occurredAtMs ?? lastMs);
    if (pages === maxQueryPages) return pageAt(lastShown === undefined ? String(lastMs) : nameOf(lastShown));
  }
  return pageAt(null);
}
