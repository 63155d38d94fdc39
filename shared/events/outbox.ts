/**
 * The outbox: an event is an item written in the same transaction as the change it tells of, so that neither
 * can exist without the other. The table's stream hands it to the publisher.
 */
import { toJson } from '../http/json.ts';
import { toItem } from '../table/item.ts';
import { outboxKey } from '../table/keys.ts';
import type { Write } from '../table/write.ts';

export interface DomainEvent {
  /** Also the outbox item's id, and what consumers deduplicate by. */
  id: string;
  /** `<module>.<entity>.<action>`. */
  type: string;
  tenantId: string | null;
  organizationId: string | null;
  occurredAtMs: number;
  /** Revision of the changed resource: consumers ignore what is older than what they know. */
  version: number;
  data: Record<string, unknown>;
}

/**
 * The write that puts an event beside its change. The data is stored as JSON text: it may hold numbers and depths
 * that JSON has and DynamoDB has not.
 */
export function outboxWrite({ data, ...event }: DomainEvent): Write {
  const row = { ...event, data: toJson(data) };
  return { put: toItem(outboxKey(event.id, event.occurredAtMs), 'outbox', row) };
}
