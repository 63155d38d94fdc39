/**
 * An event on the bus (`Detail`) and in queues (message body). Fields are only ever added; incompatible changes raise
 * `v`.
 */
import { toJson } from '../base/json.ts';
import { toIso } from '../base/times.ts';
import type { EventCause } from './cause.ts';
import type { DomainEvent } from './outbox.ts';

/** `Source` of every event on the bus, for a team's own rules. */
export const eventSource = 'platform-modules';

export interface EventMessage {
  v: 1;
  /** Unique within the organization, or among the events of the whole tenant. */
  id: string;
  /** `<module>.<entity>.<action>`. */
  type: string;
  /** Null for events of the whole platform. */
  tenantId: string | null;
  organizationId: string | null;
  /** The tenant, for events that have one: the message group by which SQS orders queues fairly. */
  messageGroupId?: string;
  /** Globally unique: a message with a known one is a repetition. */
  idempotencyKey: string;
  /** ISO 8601 with milliseconds. */
  occurredAt: string;
  /** Revision of the changed resource; consumers ignore a lower one than they have. */
  version: number;
  /** Number of rules in the chain that led to the event; absent if no rule published it. */
  depth?: number;
  /** The hops of what the event causes (hops.ts); absent if no delivery led to it. */
  hops?: number;
  /** What led to the event (cause.ts); absent if it is the first of its story. */
  cause?: EventCause;
  data: Record<string, unknown>;
}

/** Deduplication key for consumers; ids are only unique within an organization. */
export function idempotencyKeyOf({
  tenantId,
  organizationId,
  id,
}: Pick<DomainEvent, 'tenantId' | 'organizationId' | 'id'>): string {
  return [tenantId ?? 'platform', ...(organizationId === null ? [] : [organizationId]), id].join(':');
}

/** The message of an event as JSON text, around `data`, which is already JSON text of any depth. */
export function messageText(event: Omit<DomainEvent, 'data'>, data: string): string {
  const { id, type, tenantId, organizationId, occurredAtMs, version, depth, hops, cause } = event;
  const head = {
    v: 1,
    id,
    type,
    tenantId,
    organizationId,
    ...(tenantId !== null && { messageGroupId: tenantId }),
    idempotencyKey: idempotencyKeyOf(event),
    occurredAt: toIso(occurredAtMs),
    version,
    ...(depth !== undefined && { depth }),
    ...(hops !== undefined && { hops }),
    ...(cause && { cause }),
  };
  return `${toJson(head).slice(0, -1)},"data":${data}}`;
}

/** EventBridge counts source, detail type and detail in UTF-8, and 14 bytes for the time. */
export function entryBytes(type: string, detail: string): number {
  return Buffer.byteLength(eventSource) + Buffer.byteLength(type) + Buffer.byteLength(detail) + 14;
}
