/** Decides which rules an event runs, and on which data. Pure. */
import { isNumeric } from '../../../kernel/base/json.ts';
import type { Message } from '../../../kernel/queues/message.ts';

/** The input of rules that an event runs. */
export interface Trigger {
  tenantId: string;
  organizationId: string;
  entityType: string;
  entityId: string | null;
  /** The event's name, and all names to which rules may be bound. */
  eventType: string;
  events: readonly string[];
}

/** Events that run no rules: events that rules cause, which could loop, and events without rules. */
const silent = ['business_rules.', 'notifications.', 'webhooks.delivery.', 'platform.'] as const;

/** Other common names of an event. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  created: ['afterCreate', 'afterSave'],
  updated: ['afterUpdate', 'afterSave'],
  deleted: ['afterDelete'],
};

/**
 * `sales.order.created` → entity type `sales.order`, event `created`. Undefined for an event that runs no
 * rules.
 */
export function triggerOf({
  type,
  tenantId,
  organizationId,
  data,
}: Pick<Message, 'type' | 'tenantId' | 'organizationId' | 'data'>): Trigger | undefined {
  const end = type.lastIndexOf('.');
  const entityType = type.slice(0, end);
  const isNamed = entityType.includes('.') && !silent.some((prefix) => type.startsWith(prefix));
  if (tenantId === null || organizationId === null || !isNamed) return undefined;
  const eventType = type.slice(end + 1);
  const events = [eventType, ...(Object.hasOwn(alsoCalled, eventType) ? (alsoCalled[eventType] ?? []) : [])];
  const { id } = data;
  const entityId = typeof id === 'string' || isNumeric(id) ? String(id) : null;
  return { tenantId, organizationId, entityType, entityId, eventType, events };
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The data that field paths read: the event's data and, for a record, also its fields and custom fields at
 * the top level, so that the same rule works for records and for data of requests. The record's own names
 * win.
 */
export function factsOf(data: Json): Json {
  const { fields, customFields } = data;
  if (!isObject(fields) || !isObject(customFields)) return data;
  const custom = Object.entries(customFields).map(([key, value]) => [`cf_${key}`, value]);
  return { ...fields, ...Object.fromEntries(custom), ...data };
}
