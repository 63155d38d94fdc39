/** Writes events into the log of their tenants, and reads them. */
import { contains } from '../../../kernel/base/compared.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import type { EventName } from '../../../kernel/events/event-name.ts';
import { openObject, putObject } from '../../../kernel/files/bucket.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { putItems } from '../../../kernel/table/batch-write.ts';
import { type EntriesPage, listEntries } from '../../../kernel/table/entries.ts';
import { isExpired } from '../../../kernel/table/item.ts';
import { type Key, newestFirstRange } from '../../../kernel/table/keys.ts';
import { getItem, type Item, queryAll } from '../../../kernel/table/read.ts';
import { eventLogPartition, loggedEventKey } from '../keys.ts';
import type { LoggedEvent } from './log-contract.ts';
import {
  dataKeyOf,
  filteredFields,
  type PublishedEvent,
  toLoggedEvent,
  toLogItem,
  toPublishedEvent,
} from './logged-event.ts';

/** Concurrent writes of objects. */
const parallelObjects = 5;

/**
 * Writes events of tenants into their logs; repeated ones replace themselves. An item is written after the object that it
 * names.
 */
export async function recordEvents(messages: readonly (Message & { tenantId: string })[]): Promise<void> {
  const retentionDays = eventLogDays();
  const logged = new Map(
    messages
      .map((message) => toLogItem(message, message.tenantId, retentionDays))
      // A batch must not contain a key twice.
      .map((one) => [`${one.item.pk} ${one.item.sk}`, one]),
  );
  const objects = [...logged.values()].flatMap(({ object }) => (object ? [object] : []));
  await forEachParallel(objects, parallelObjects, ({ key, text }) =>
    putObject(key, Buffer.from(text), { contentType: 'application/json' }),
  );
  await putItems([...logged.values()].flatMap(({ item, edge }) => (edge ? [item, edge] : [item])));
}

/** The event with its whole data; undefined if the log does not have it. One GetItem, and one object for long data. */
export async function findLoggedEvent(
  tenantId: string,
  name: EventName,
  nowMs: number,
): Promise<LoggedEvent | undefined> {
  const key = loggedEventKey({ tenantId }, name);
  const item = await getItem(key);
  if (item === undefined || isExpired(item, nowMs / 1_000)) return undefined;
  const entry = toLoggedEvent(tenantId, item);
  if (entry.data !== null) return entry;
  const data = await openData(tenantId, key);
  return data && { ...entry, data };
}

type Data = Record<string, unknown>;

/** Data that is too long for the item; undefined if it was deleted. */
export async function openData(tenantId: string, key: Pick<Key, 'sk'>): Promise<Data | undefined> {
  const object = await openObject(dataKeyOf(tenantId, key));
  if (object === undefined) return undefined;
  return parseJson<Data>(Buffer.concat(await Array.fromAsync(object.body)).toString());
}

/** The data of an event of the log; undefined if it was deleted. */
export const dataOf = async ({ tenantId }: TenantScope, event: PublishedEvent): Promise<Data | undefined> =>
  event.data === undefined ? openData(tenantId, event) : parseJson<Data>(event.data);

/** How long an event is in the log. */
export const eventLogDays = (): number => integerSetting('EVENT_LOG_RETENTION_DAYS');

/** Events between two times, oldest first, after a sort key; `next` is the key for the next page. */
export async function pageOfEvents(
  { tenantId }: TenantScope,
  { fromMs, toMs, after, limit }: { fromMs: number; toMs: number; after?: string | undefined; limit: number },
): Promise<{ events: PublishedEvent[]; next: string | undefined }> {
  const items = await queryAll({
    pk: eventLogPartition({ tenantId }),
    skRange: newestFirstRange(fromMs, toMs),
    ...{ after, limit, descending: true, consistent: true },
  });
  const last = items.length === limit ? items.at(-1) : undefined;
  return { events: items.map((item) => toPublishedEvent(tenantId, item)), next: last && String(last.sk) };
}

export interface LogQuery {
  page: number;
  pageSize: number;
  withTotal?: boolean | undefined;
  /** Required values by field. */
  equals: Partial<Record<'type' | 'entityType' | 'entityId' | 'source' | 'eventId', string | undefined>>;
  /** Only events of these organizations; null for all events, including those of the whole tenant. */
  organizationIds: readonly string[] | null;
  /** Literal substring of the data; case is ignored. */
  search?: string | undefined;
  fromMs: number;
  toMs: number;
}

/** Whether the event is of an organization that the query selects. */
export const isOfOrganizations = ({ organizationIds }: LogQuery, { organizationId }: Item): boolean =>
  organizationIds === null || organizationIds.includes(String(organizationId));

/** Whether the JSON text of data contains the search, as it is or as JSON writes it: with escaped quotation marks. */
function isFoundIn(data: string, search: string): boolean {
  if (contains(data, search)) return true;
  const written = toJson(search).slice(1, -1);
  return written !== search && contains(data, written);
}

export function matches(query: LogQuery, item: Item): boolean {
  const { equals, search } = query;
  if (!isOfOrganizations(query, item)) return false;
  if (search !== undefined && !isFoundIn(String(item.data ?? ''), search)) return false;
  const fields: Record<string, unknown> = filteredFields(item);
  return Object.entries(equals).every(([name, value]) => value === undefined || fields[name] === value);
}

/** One page of a tenant's log, newest first. Data that is too long for the table is null. */
export async function listLoggedEvents(
  tenantId: string,
  query: LogQuery,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: LoggedEvent[] }> {
  const { page, pageSize, withTotal, fromMs, toMs } = query;
  const { items, ...counts } = await listEntries([eventLogPartition({ tenantId })], {
    page,
    pageSize,
    withTotal,
    range: newestFirstRange(fromMs, toMs),
    matches: (item) => matches(query, item),
    nowSeconds: Math.floor(nowMs / 1_000),
  });
  return { items: items.map((item) => toLoggedEvent(tenantId, item)), ...counts };
}
