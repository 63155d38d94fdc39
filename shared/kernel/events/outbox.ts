/**
 * The outbox: an event is an item written in the same transaction as the change it tells of, so that neither
 * can exist without the other. The table's stream hands it to the publisher.
 */
import { toJson } from '../http/json.ts';
import { fromItem, toItem } from '../table/item.ts';
import { outboxKey } from '../table/keys.ts';
import type { Item } from '../table/read.ts';
import type { Write } from '../table/write.ts';

export interface DomainEvent {
  /** Unique within the tenant. Also the id of the audit entry that tells of the same change. */
  id: string;
  /** `<module>.<entity>.<action>`. */
  type: string;
  tenantId: string | null;
  organizationId: string | null;
  occurredAtMs: number;
  /** Revision of the changed resource: consumers ignore what is older than what they know. */
  version: number;
  /** Number of rules in the chain that led to the event; absent if no rule published it. */
  depth?: number | undefined;
  data: Record<string, unknown>;
}

/** An event as it lies in the outbox: its data as JSON text, which may hold numbers and depths that DynamoDB has not. */
export type StoredEvent = Omit<DomainEvent, 'data'> & { data: string };

const entity = 'outbox';

/** The write that puts an event beside its change. */
export function outboxWrite({ data, ...event }: DomainEvent): Write {
  return { put: toItem(outboxKey(event), entity, { ...event, data: toJson(data) }) };
}

/** The event in an outbox item. Throws when the item is none. */
export function toStoredEvent(item: Item): StoredEvent {
  const event = fromItem<StoredEvent>(item, entity);
  const { id, type, occurredAtMs, data } = event;
  const whole = [id, type, data].every((text) => typeof text === 'string') && Number.isFinite(occurredAtMs);
  if (!whole) throw new Error('An outbox item without id, type, time or data.');
  return event;
}
