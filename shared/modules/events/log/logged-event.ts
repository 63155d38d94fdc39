/** An event of the log: its item, its id, and who published it. Pure. */
import { hash } from 'node:crypto';
import { dateMs } from '../../../kernel/base/dates.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { idempotencyKeyOf } from '../../../kernel/events/envelope.ts';
import { eventDataKey } from '../../../kernel/files/object-keys.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { platformModules } from '../../entities/public-contract.ts';
import { loggedEventKey } from '../keys.ts';
import { eventLogLimits } from './limits.ts';
import type { LoggedEvent } from './log-contract.ts';

const entity = 'logged_event';

/** An event as it is stored. */
interface StoredLoggedEvent {
  eventId: string;
  type: string;
  organizationId: string | null;
  occurredAtMs: number;
  version: number;
  depth?: number;
  hops?: number;
  /** The `id` in the data, or its `entityId`. */
  entityId: string | null;
  dataBytes: number;
  /** JSON text, which may contain numbers and depths that DynamoDB does not support; absent if it is in the bucket. */
  data?: string;
}

/** The event with this id; ids are only unique within an organization, or among the events of the whole tenant. */
export interface LoggedEventName {
  occurredAtMs: number;
  organizationId: string | null;
  eventId: string;
}

const wholeTenant = 'tenant';
const namePattern = new RegExp(
  `^(\\d{1,13})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|${wholeTenant})-(.+)$`,
);

/** The id of an entry: time, organization and id of the event, so that its key follows from it. */
function entryIdOf({ occurredAtMs, organizationId, eventId }: LoggedEventName): string {
  return `${occurredAtMs}-${organizationId ?? wholeTenant}-${eventId}`;
}

/** The event that an entry's id names; undefined for other texts. */
export function parseEntryId(id: string): LoggedEventName | undefined {
  const [, ms, organization, eventId] = namePattern.exec(id) ?? [];
  if (ms === undefined || organization === undefined || eventId === undefined) return undefined;
  return {
    occurredAtMs: Number(ms),
    organizationId: organization === wholeTenant ? null : organization,
    eventId,
  };
}

/** The key of the object with an event's data. */
export const dataKeyOf = (tenantId: string, { sk }: Pick<Key, 'sk'>): string =>
  eventDataKey(tenantId, hash('sha256', sk, 'hex'));

/** The item of an event, and the object with its data if that is too long for the item. Repetitions have the same keys. */
export function toLogItem(
  { id: eventId, type, organizationId, occurredAt = '', version = 1, depth, hops, data }: Message,
  tenantId: string,
  retentionDays: number,
): { item: Key & Item; object?: { key: string; text: string } } {
  const occurredAtMs = dateMs(occurredAt) || 0;
  const key = loggedEventKey({ tenantId }, { occurredAtMs, organizationId, eventId });
  const text = toJson(data);
  const dataBytes = Buffer.byteLength(text);
  const isInline = dataBytes <= eventLogLimits.inlineDataBytes;
  const event: StoredLoggedEvent = {
    ...{ eventId, type, organizationId, occurredAtMs, version, dataBytes },
    entityId: asText(data.id) ?? asText(data.entityId),
    ...(depth !== undefined && { depth }),
    ...(hops !== undefined && { hops }),
    ...(isInline && { data: text }),
  };
  const item = {
    ...toItem(key, entity, event),
    ttl: Math.ceil(occurredAtMs / 1_000) + retentionDays * 86_400,
  };
  return { item, ...(!isInline && { object: { key: dataKeyOf(tenantId, key), text } }) };
}

/** Who published an event: the platform, a sender to an inbound endpoint, or the tenant itself. */
function sourceOf(type: string): LoggedEvent['source'] {
  const [module = ''] = type.split('.');
  if (module === 'inbound') return 'inbound';
  return platformModules.has(module) ? 'platform' : 'own';
}

/** `sales.order` of `sales.order.shipped`. */
const entityTypeOf = (type: string): string => type.split('.').slice(0, -1).join('.');

const asText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;

/** The fields by which lists filter, without those of the data, which is long. */
export function filteredFields(item: Item) {
  const { eventId, type, entityId } = fromItem<StoredLoggedEvent>(item, entity);
  return { eventId, type, entityType: entityTypeOf(type), entityId, source: sourceOf(type) };
}

/** An event of the log as it was published, with the sort key of its entry. */
export interface PublishedEvent extends Pick<Message, 'id' | 'type' | 'idempotencyKey' | 'hops'> {
  sk: string;
  organizationId: string | null;
  occurredAtMs: number;
  /** JSON text; undefined if it is in the bucket, at `dataKeyOf`. */
  data: string | undefined;
}

export function toPublishedEvent(tenantId: string, item: Item): PublishedEvent {
  const {
    eventId: id,
    type,
    organizationId,
    occurredAtMs,
    hops,
    data,
  } = fromItem<StoredLoggedEvent>(item, entity);
  return {
    ...{ sk: String(item.sk), id, type, organizationId, occurredAtMs, data },
    idempotencyKey: idempotencyKeyOf({ tenantId, organizationId, id }),
    ...(hops !== undefined && { hops }),
  };
}

/** The entry of an item; its data is null if it is in the bucket, at `dataKeyOf`. */
export function toLoggedEvent(tenantId: string, item: Item): LoggedEvent {
  const stored = fromItem<StoredLoggedEvent>(item, entity);
  const { organizationId, occurredAtMs, version, depth = 0, dataBytes, data } = stored;
  return {
    id: entryIdOf(stored),
    ...filteredFields(item),
    tenantId,
    organizationId,
    occurredAt: toIso(occurredAtMs),
    version,
    depth,
    dataBytes,
    data: data === undefined ? null : (parseJson(data) as Record<string, unknown>),
  };
}
