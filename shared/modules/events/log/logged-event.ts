/** An event of the log: its item, its id, and who published it. Pure. */
import { hash } from 'node:crypto';
import { dateMs } from '../../../kernel/base/dates.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { type EventCause, edgeItem } from '../../../kernel/events/cause.ts';
import { idempotencyKeyOf } from '../../../kernel/events/envelope.ts';
import { eventNameOf } from '../../../kernel/events/event-name.ts';
import { eventDataKey } from '../../../kernel/files/object-keys.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { platformModules } from '../../entities/public-data.ts';
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
  cause?: EventCause;
  /** The `id` in the data, or its `entityId`. */
  entityId: string | null;
  dataBytes: number;
  /** JSON text, which may contain numbers and depths that DynamoDB does not support; absent if it is in the bucket. */
  data?: string;
  /** Only ids are left of its data, because the person or the thing that it is about was deleted. */
  isErased?: true;
}

/** The key of the object with an event's data. */
export const dataKeyOf = (tenantId: string, { sk }: Pick<Key, 'sk'>): string =>
  eventDataKey(tenantId, hash('sha256', sk, 'hex'));

/**
 * The item of an event, its edge if another event led to it, and the object with its data if that is too long for the
 * item. Repetitions have the same keys.
 */
export function toLogItem(
  { id: eventId, type, organizationId, occurredAt = '', version = 1, depth, hops, cause, data }: Message,
  tenantId: string,
  retentionDays: number,
): { item: Key & Item; edge?: Key & Item; object?: { key: string; text: string } } {
  const occurredAtMs = dateMs(occurredAt) || 0;
  const key = loggedEventKey({ tenantId }, { occurredAtMs, organizationId, eventId });
  const text = toJson(data);
  const dataBytes = Buffer.byteLength(text);
  const isInline = dataBytes <= eventLogLimits.inlineDataBytes;
  const event: StoredLoggedEvent = {
    ...{ eventId, type, organizationId, occurredAtMs, version, dataBytes },
    entityId: entityIdOf(data),
    ...(depth !== undefined && { depth }),
    ...(hops !== undefined && { hops }),
    ...(cause !== undefined && { cause }),
    ...(isInline && { data: text }),
  };
  const item = {
    ...toItem(key, entity, event),
    ttl: Math.ceil(occurredAtMs / 1_000) + retentionDays * 86_400,
  };
  const node = { tenantId, organizationId, kind: 'event', id: eventNameOf(event), atMs: occurredAtMs };
  return {
    item,
    ...(cause !== undefined && { edge: edgeItem(node, cause) }),
    ...(!isInline && { object: { key: dataKeyOf(tenantId, key), text } }),
  };
}

/** Who published an event: the platform, a sender to an inbound endpoint, or the tenant itself. */
export function sourceOf(type: string): LoggedEvent['source'] {
  const [module = ''] = type.split('.');
  if (module === 'inbound') return 'inbound';
  return platformModules.has(module) ? 'platform' : 'own';
}

/** `sales.order` of `sales.order.shipped`. */
export const entityTypeOf = (type: string): string => type.split('.').slice(0, -1).join('.');

const asText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;

/** The id of the thing that an event is about. */
export const entityIdOf = (data: Readonly<Record<string, unknown>>): string | null =>
  asText(data.id) ?? asText(data.entityId);

/** What decides whether the data of an event is to be erased; `data` is undefined if it is in the bucket. */
export interface ErasableEvent {
  entityType: string;
  entityId: string | null;
  organizationId: string | null;
  isErased: boolean;
  data: string | undefined;
}

export function toErasableEvent(item: Item): ErasableEvent {
  const {
    type,
    entityId,
    organizationId,
    isErased = false,
    data,
  } = fromItem<StoredLoggedEvent>(item, entity);
  return { entityType: entityTypeOf(type), entityId, organizationId, isErased, data };
}

/** The item without its data: only ids stay, so that the story and the order of events do. */
export function toErasedItem({ tenantId }: TenantScope, item: Item): Key & Item {
  const { data: _data, ...event } = fromItem<StoredLoggedEvent>(item, entity);
  const { entityId: id, organizationId } = event;
  const data = toJson({ id, tenantId, organizationId });
  const key = { pk: String(item.pk), sk: String(item.sk) };
  const erased = { ...event, data, dataBytes: Buffer.byteLength(data), isErased: true };
  return { ...toItem(key, entity, erased), ttl: item.ttl };
}

/** The fields by which lists filter, without those of the data, which is long. */
export function filteredFields(item: Item) {
  const { eventId, type, entityId } = fromItem<StoredLoggedEvent>(item, entity);
  return { eventId, type, entityType: entityTypeOf(type), entityId, source: sourceOf(type) };
}

/** The name of the first event of an entry's story. */
export function rootOf(item: Item): string {
  const { cause, ...event } = fromItem<StoredLoggedEvent>(item, entity);
  return cause?.story ?? eventNameOf(event);
}

/** An event of the log as it was published, with the sort key of its entry. */
export interface PublishedEvent extends Pick<Message, 'id' | 'type' | 'idempotencyKey' | 'hops' | 'cause'> {
  sk: string;
  organizationId: string | null;
  occurredAtMs: number;
  /** JSON text; undefined if it is in the bucket, at `dataKeyOf`. */
  data: string | undefined;
  isErased: boolean;
}

export function toPublishedEvent(tenantId: string, item: Item): PublishedEvent {
  const {
    eventId: id,
    type,
    organizationId,
    occurredAtMs,
    hops,
    cause,
    data,
    isErased = false,
  } = fromItem<StoredLoggedEvent>(item, entity);
  return {
    ...{ sk: String(item.sk), id, type, organizationId, occurredAtMs, data, isErased },
    idempotencyKey: idempotencyKeyOf({ tenantId, organizationId, id }),
    ...(hops !== undefined && { hops }),
    ...(cause !== undefined && { cause }),
  };
}

/** The entry of an item; its data is null if it is in the bucket, at `dataKeyOf`. */
export function toLoggedEvent(tenantId: string, item: Item): LoggedEvent {
  const stored = fromItem<StoredLoggedEvent>(item, entity);
  const { organizationId, occurredAtMs, version, depth = 0, dataBytes, isErased = false, data } = stored;
  return {
    id: eventNameOf(stored),
    ...filteredFields(item),
    tenantId,
    organizationId,
    occurredAt: toIso(occurredAtMs),
    version,
    depth,
    dataBytes,
    isErased,
    data: data === undefined ? null : (parseJson(data) as Record<string, unknown>),
  };
}
