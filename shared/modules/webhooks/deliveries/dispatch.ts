/** Makes one delivery of an event for each webhook that subscribes to it, and queues them; and those that rules ask for. */
import { log } from '../../../kernel/observability/log.ts';
import { PermanentError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { matchesAny } from '../endpoints/patterns.ts';
import { listSubscriptions } from '../endpoints/webhook-reader.ts';
import { applyConditions } from './condition.ts';
import { type DeliveryRef, deliveryIds, newDelivery, payloadOf } from './delivery.ts';
import { countHeldBack } from './delivery-series.ts';
import { insertDeliveries, requestedType } from './delivery-store.ts';
import { sendNow, toDeliverMessage } from './messages.ts';

/**
 * A notification that tells of webhooks is not for webhooks: to one that refuses everything, each refusal would be
 * told, and refused.
 */
function wouldLoop({ type, data }: Pick<Message, 'type' | 'data'>): boolean {
  return type.startsWith('notifications.') && data.sourceModule === 'webhooks';
}

/** Events of before attempts could be requested name none: theirs is the first. */
type RequestData = Omit<DeliveryRef, keyof RowScope> & { attempt?: number };

/** Queues an attempt of a delivery that was made, or reset, with what asks for it. A second message of it is dropped by its worker. */
async function sendRequested({ tenantId, organizationId, data }: Message): Promise<void> {
  if (tenantId === null || organizationId === null)
    throw new PermanentError('A delivery without a tenant or organization.');
  const { id, webhookId, madeAtMs, payloadId, attempt } = data as unknown as RequestData;
  const ref = { tenantId, organizationId, id, webhookId, madeAtMs, payloadId };
  await sendNow([toDeliverMessage(ref, attempt ?? 1)]);
}

/**
 * Dispatches an event, however often it comes: deliveries are named after event and webhook, and the message of one
 * that was made before is dropped by its worker. Events of the platform as a whole have no receiver. Throws
 * PermanentError for an event without a time.
 */
export async function dispatch(event: Message, nowMs: number): Promise<void> {
  if (event.type === requestedType) return sendRequested(event);
  const { tenantId, organizationId, type, occurredAt = '', idempotencyKey } = event;
  if (tenantId === null || wouldLoop(event)) return;
  const occurredAtMs = Date.parse(occurredAt);
  if (Number.isNaN(occurredAtMs)) throw new PermanentError('The event does not say when it happened.');
  const subscriptions = (await listSubscriptions({ tenantId }, organizationId)).filter(({ patterns }) =>
    matchesAny(patterns, type),
  );
  if (subscriptions.length === 0) return;
  const { wanted, heldBack } = await applyConditions(
    subscriptions,
    { type, timestamp: occurredAt, data: event.data },
    nowMs,
  );
  const deliveries = wanted.map((subscription) => {
    const { webhookId, organizationId: owner, url: targetUrl, maxAttempts } = subscription;
    const ids = deliveryIds({ idempotencyKey, occurredAtMs }, webhookId);
    const payloadId = `${event.id}-${occurredAtMs}`;
    const facts = { ...ids, tenantId, organizationId: owner, webhookId, eventType: type, payloadId };
    return newDelivery({ ...facts, targetUrl, maxAttempts, madeAtMs: occurredAtMs }, nowMs);
  });
  if (deliveries.length > 0) {
    await insertDeliveries(deliveries, payloadOf(event));
    // Also those that were there before: their worker may have stopped before this line.
    await sendNow(deliveries.map((delivery) => toDeliverMessage(delivery, 1)));
  }
  // Last, so that an event that is dispatched again after a failure is counted once.
  await countHeldBack(tenantId, heldBack, occurredAtMs);
  log('debug', 'event dispatched', {
    eventId: event.id,
    eventType: type,
    tenantId,
    deliveries: deliveries.length,
    heldBack: heldBack.length,
  });
}
