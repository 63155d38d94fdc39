/**
 * The outbox: an event is an item written in the same transaction as its change, so that neither exists without the
 * other. The table's stream passes it to the publisher.
 */
import { toJson } from '../base/json.ts';
import { fromItem, toItem } from '../table/item.ts';
import { outboxKey } from '../table/keys.ts';
import type { Item } from '../table/read.ts';
import type { Write } from '../table/write.ts';
import { currentCause, type EventCause } from './cause.ts';
import { currentHops } from './hops.ts';

export interface DomainEvent {
  /** Unique within the organization, or among the events of the whole tenant. Also the id of the change's audit entry. */
  id: string;
  /** `<module>.<entity>.<action>`. */
  type: string;
  tenantId: string | null;
  organizationId: string | null;
  occurredAtMs: number;
  /** Revision of the changed resource: consumers ignore older ones. */
  version: number;
  /** Number of rules in the chain that led to the event; absent if no rule published it. */
  depth?: number | undefined;
  /** The hops of what the event causes (hops.ts); absent if no delivery led to it. */
  hops?: number | undefined;
  /** What led to the event (cause.ts); that of the current work by default, null for the first event of a story. */
  cause?: EventCause | null | undefined;
  data: Record<string, unknown>;
}

/**
 * An event in the outbox: its data is JSON text, which may contain numbers and depths that DynamoDB does not support.
 */
export type StoredEvent = Omit<DomainEvent, 'data' | 'cause'> & { data: string; cause?: EventCause };

const entity = 'outbox';

/** The write that stores an event with its change. */
export function outboxWrite({ data, cause: given, ...event }: DomainEvent): Write {
  const hops = event.hops ?? currentHops();
  const cause = given === undefined ? currentCause() : given;
  return {
    put: toItem(outboxKey(event), entity, {
      ...event,
      ...(hops !== undefined && { hops }),
      ...(cause && event.tenantId !== null && { cause }),
      data: toJson(data),
    }),
  };
}

/** The event of an outbox item. Throws when the item is not one. */
export function toStoredEvent(item: Item): StoredEvent {
  const event = fromItem<StoredEvent>(item, entity);
  const { id, type, occurredAtMs, data } = event;
  const whole = [id, type, data].every((text) => typeof text === 'string') && Number.isFinite(occurredAtMs);
  if (!whole) throw new Error('An outbox item without id, type, time or data.');
  return event;
}
