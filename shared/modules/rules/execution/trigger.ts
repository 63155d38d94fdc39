/** Which rules an event sets off, and what they are run on. Pure. */
import type { Message } from '../../../kernel/queues/message.ts';

/** What an event means to rules. */
export interface Trigger {
  tenantId: string;
  organizationId: string;
  entityType: string;
  entityId: string | null;
  /** What the event is called, and every name under which rules may wait for it. */
  eventType: string;
  events: readonly string[];
}

/**
 * Events that set off no rule: those of rules themselves and of what rules cause, which would set each other off, and
 * those without rules.
 */
const silent = ['business_rules.', 'notifications.', 'webhooks.delivery.', 'platform.'] as const;

/** Names of the same event by which people call it as well. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  created: ['afterCreate', 'afterSave'],
  updated: ['afterUpdate', 'afterSave'],
  deleted: ['afterDelete'],
};

/** `sales.order.created` → entity type `sales.order`, event `created`. Undefined for an event that sets off no rule. */
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
  const entityId = typeof id === 'string' || typeof id === 'number' ? String(id) : null;
  return { tenantId, organizationId, entityType, entityId, eventType, events };
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What field paths find: the event's data and, for a record, its fields and custom fields beside, so that the same
 * rule fits a record and the data of a request. The record's own names win.
 */
export function factsOf(data: Json): Json {
  const { fields, customFields } = data;
  if (!isObject(fields) || !isObject(customFields)) return data;
  const custom = Object.entries(customFields).map(([key, value]) => [`cf_${key}`, value]);
  return { ...fields, ...Object.fromEntries(custom), ...data };
}
