/** The writes that create a delivery, for modules that do so in a transaction of their own. */
import { randomUUID } from 'node:crypto';
import { type DomainEvent, outboxWrite } from '../../../kernel/events/outbox.ts';
import { toItem } from '../../../kernel/table/item.ts';
import { notExists, type Write } from '../../../kernel/table/write.ts';
import { deliveryKey, deliveryLocatorKey, payloadKey } from '../keys.ts';
import type { Payload, StoredDelivery } from './delivery.ts';
import { entities, type Locator, ttlOf } from './delivery-items.ts';

type DeliveryAction = 'enqueued' | 'requested' | 'succeeded' | 'failed' | 'exhausted';

/** What browsers and notifications hear of a delivery: its log, never its payload. */
export function deliveryEvent(
  delivery: StoredDelivery,
  action: DeliveryAction,
  nowMs: number,
  more: Record<string, unknown> = {},
): DomainEvent {
  const { id, tenantId, organizationId, webhookId, eventType, messageId, attemptNumber, status } = delivery;
  return {
    id: randomUUID(),
    type: `webhooks.delivery.${action}`,
    tenantId,
    organizationId,
    occurredAtMs: nowMs,
    version: attemptNumber + 1,
    data: {
      ...{ id, webhookId, eventType, messageId, attemptNumber, status, ...more },
      ...{ tenantId, organizationId },
    },
  };
}

/** Type of the event that has the dispatcher queue an attempt. */
export const requestedType = 'webhooks.delivery.requested';

/** The write that has the dispatcher queue an attempt of a delivery that waits for it. */
export function requestWrite(delivery: StoredDelivery, attempt: number, nowMs: number): Write {
  const { madeAtMs, payloadId } = delivery;
  return outboxWrite(deliveryEvent(delivery, 'requested', nowMs, { madeAtMs, payloadId, attempt }));
}

/** The delivery itself, its locator, and the event that tells of it. It fails when the delivery is there already. */
export function insertionWrites(delivery: StoredDelivery): Write[] {
  const { id, webhookId, madeAtMs, payloadId, tenantId, organizationId } = delivery;
  const ttl = ttlOf(delivery);
  const locator: Locator = { id, webhookId, madeAtMs, payloadId, tenantId, organizationId };
  return [
    {
      put: { ...toItem(deliveryKey(delivery, delivery), entities.delivery, delivery), ttl },
      when: notExists,
    },
    { put: { ...toItem(deliveryLocatorKey(delivery, id), entities.locator, locator), ttl } },
    outboxWrite(deliveryEvent(delivery, 'enqueued', delivery.enqueuedAtMs)),
  ];
}

/** What is sent, once for all deliveries of an event. */
export function payloadWrite(delivery: StoredDelivery, { text: payload, request }: Payload): Write {
  const item = { payload, ...(request && { request }) };
  const put = toItem(payloadKey(delivery, delivery.payloadId), entities.payload, item);
  return { put: { ...put, ttl: ttlOf(delivery) } };
}
