/** Reads the part of the event log that a caller may see. */
import type { Principal, TenantScope } from '../../../kernel/base/principal.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { parseEventName } from '../../../kernel/events/event-name.ts';
import type { Reader } from '../../../kernel/http/operation.ts';
import { type TimeRange, timeRangeOf } from '../../../kernel/http/time-range.ts';
import { toList } from '../../../kernel/lists/list.ts';
import { currentCursor } from '../../../kernel/table/list-cursor.ts';
import { refuseHeavyRows } from '../../../kernel/table/listing.ts';
import { eventLogLimits } from './limits.ts';
import type { ListLoggedEvents } from './log-contract.ts';
import * as store from './log-store.ts';
import { type SearchPosition, searchEvents, searchPositionOf } from './search.ts';

/** A caller whose organizations limit what it sees. */
export interface EventReader extends Reader<TenantScope> {
  context: { principal: Principal; nowMs: number };
}

const searchMs = eventLogLimits.searchHours * 3_600_000;

/** Null: all, and the events of the whole tenant. */
export const organizationsOf = ({ isSuperAdmin, organizationIds }: Principal): readonly string[] | null =>
  isSuperAdmin ? null : organizationIds;

/** The range of a search, without `from` the last 24 hours. Throws InvalidInputError for a longer one. */
function searchRange({ fromMs, toMs }: TimeRange, from: string | undefined, nowMs: number) {
  const endMs = Math.min(toMs, nowMs);
  if (from === undefined) return { fromMs: Math.max(0, endMs - searchMs), toMs };
  if (endMs - fromMs > searchMs)
    throw new InvalidInputError({
      from: `must be at most ${eventLogLimits.searchHours} hours before \`to\` in a search`,
    });
  return { fromMs, toMs };
}

/** Where a search continues. Throws InvalidInputError for a text that is no cursor, and for a cursor of no search. */
function positionOf(
  { tenantId }: TenantScope,
  { cursor, search }: ListLoggedEvents,
): SearchPosition | undefined {
  if (cursor === undefined) return undefined;
  if (search === undefined) throw new InvalidInputError({ cursor: 'continues a `search` only' });
  const position = searchPositionOf(tenantId, cursor);
  if (position === undefined) throw new InvalidInputError({ cursor: 'must be the `nextCursor` of a search' });
  return position;
}

/** The entry with this id, with its whole data; none if the caller may not see it. */
async function findVisible({ tenantId }: TenantScope, principal: Principal, id: string, nowMs: number) {
  const name = parseEventName(id);
  const visible = organizationsOf(principal);
  if (name === undefined || visible?.includes(String(name.organizationId)) === false) return [];
  const found = await store.findLoggedEvent(tenantId, name, nowMs);
  return found === undefined ? [] : [found];
}

/** One page of the events that the caller may see. Throws InvalidInputError and PageTooLargeError. */
export async function listLoggedEvents(
  { scope, context: { principal, nowMs } }: EventReader,
  query: ListLoggedEvents,
) {
  const { id, page, pageSize, withTotal, search, from, to, organizationId } = query;
  const { type, entityType, entityId, source, eventId } = query;
  if (id !== undefined) {
    const items = page === 1 ? await findVisible(scope, principal, id, nowMs) : [];
    return { ...toList(query, { items, total: items.length }), totalIsExact: true, nextCursor: null };
  }
  const { tenantId } = scope;
  const position = positionOf(scope, query);
  const range = timeRangeOf(from, to, ['from', 'to']);
  const selection = {
    ...{ page, pageSize, withTotal, equals: { type, entityType, entityId, source, eventId } },
    organizationIds: organizationId === undefined ? organizationsOf(principal) : [organizationId],
  };
  const searched = search !== undefined && { ...selection, ...searchRange(range, from, nowMs), search };
  // An export reads the whole range by itself.
  const isPaged = currentCursor() === undefined;
  const { items, total, totalIsExact, nextCursor } =
    searched && isPaged
      ? await searchEvents(tenantId, searched, position, nowMs)
      : {
          ...(await store.listLoggedEvents(tenantId, searched || { ...selection, ...range }, nowMs)),
          nextCursor: null,
        };
  refuseHeavyRows(items, pageSize);
  return { ...toList(query, { items, total }), totalIsExact, nextCursor };
}
