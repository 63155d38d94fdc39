/**
 * Creates one delivery of an event for each subscribed webhook and queues it; also queues the requests of
 * rules.
 */
import { toJson } from '../../../kernel/base/json.ts';
import { log } from '../../../kernel/observability/log.ts';
import { PermanentError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { messagesOfOpenHomes } from '../../../kernel/queues/open-homes.ts';
import { type ClosedHomes, type QueueHandler, queueWorker } from '../../../kernel/queues/worker.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { matchesAny } from '../endpoints/patterns.ts';
import { listSubscriptions } from '../endpoints/webhook-reader.ts';
import type { Subscription } from '../endpoints/webhook-rows.ts';
import { isInbound } from '../inbound/receipt.ts';
import { applyConditions } from './condition.ts';
import { type DeliveryRef, deliveryIds, newDelivery, payloadOf, type StoredDelivery } from './delivery.ts';
import { countHeldBack } from './delivery-series.ts';
import { insertDeliveries, requestedType } from './delivery-store.ts';
import { sendNow, toDeliverMessage } from './messages.ts';

/**
 * A notification about webhooks is not delivered to webhooks: for a webhook that refuses everything, each
 * refusal would cause the next.
 */
export function wouldLoop({ type, data }: Pick<Message, 'type' | 'data'>): boolean {
  return type.startsWith('notifications.') && data.sourceModule === 'webhooks';
}

type RequestData = Omit<DeliveryRef, keyof RowScope> & { attempt: number };

/** Queues a requested attempt. Its worker drops a second message of the same attempt. */
async function sendRequested({ tenantId, organizationId, data }: Message): Promise<void> {
  if (tenantId === null || organizationId === null)
    throw new PermanentError('The delivery has no tenant or organization.');
  const { id, webhookId, madeAtMs, payloadId, attempt } = data as unknown as RequestData;
  const ref = { tenantId, organizationId, id, webhookId, madeAtMs, payloadId };
  await sendNow([toDeliverMessage(ref, attempt)]);
}

type SubscriptionReader = typeof listSubscriptions;

/** Reads the subscriptions of a tenant or organization once, for all events of a batch. */
function readOnce(): SubscriptionReader {
  const reads = new Map<string, Promise<Subscription[]>>();
  return ({ tenantId }, organizationId) => {
    const home = toJson([tenantId, organizationId]);
    const read = reads.get(home) ?? listSubscriptions({ tenantId }, organizationId);
    reads.set(home, read);
    return read;
  };
}

/**
 * The subscriptions of an event. A webhook gets no inbound message that was received before its creation, as these may
 * wait long for their processing. Other events arrive here within seconds and are not compared: where the clocks of two
 * workers differ, a webhook would miss the first events after its creation. Webhooks of closed and deleted organizations
 * stay stored, but get no events of the whole tenant either.
 */
async function subscriptionsFor(
  { tenantId, organizationId, type }: Pick<Message, 'organizationId' | 'type'> & { tenantId: string },
  occurredAtMs: number,
  nowMs: number,
  read: SubscriptionReader,
): Promise<Subscription[]> {
  const matching = (await read({ tenantId }, organizationId)).filter(
    ({ patterns, createdAtMs }) =>
      matchesAny(patterns, type) && (!isInbound(type) || createdAtMs <= occurredAtMs),
  );
  // The queue's worker has dropped the events of closed organizations.
  if (organizationId !== null) return matching;
  const open = await messagesOfOpenHomes(
    matching.map((subscription) => ({ ...subscription, tenantId })),
    nowMs,
  );
  return [...open];
}

/** The delivery of an event for a subscribed webhook; the same one whenever it is created. */
export function deliveryFor(
  {
    id,
    type,
    organizationId,
    idempotencyKey,
  }: Pick<Message, 'id' | 'type' | 'organizationId' | 'idempotencyKey'>,
  occurredAtMs: number,
  {
    webhookId,
    organizationId: owner,
    url: targetUrl,
    maxAttempts,
    tenantId,
  }: Subscription & { tenantId: string },
  nowMs: number,
): StoredDelivery {
  const ids = deliveryIds({ idempotencyKey, occurredAtMs }, webhookId);
  const payloadId = `${organizationId === null ? '' : `${organizationId}-`}${id}-${occurredAtMs}`;
  const fields = { ...ids, tenantId, organizationId: owner, webhookId, eventType: type, payloadId };
  return newDelivery({ ...fields, targetUrl, maxAttempts, madeAtMs: occurredAtMs }, nowMs);
}

/**
 * Dispatches an event idempotently: ids of deliveries are derived from event and webhook, and a worker drops
 * the message of an attempt that was already made. Platform-wide events have no receivers. Throws
 * PermanentError for an event without a time.
 */
async function dispatch(event: Message, nowMs: number, read: SubscriptionReader): Promise<void> {
  if (event.type === requestedType) return sendRequested(event);
  const { tenantId, organizationId, type, occurredAt = '' } = event;
  if (tenantId === null || wouldLoop(event)) return;
  const occurredAtMs = Date.parse(occurredAt);
  if (Number.isNaN(occurredAtMs)) throw new PermanentError('The event has no valid time.');
  const subscriptions = await subscriptionsFor({ tenantId, organizationId, type }, occurredAtMs, nowMs, read);
  if (subscriptions.length === 0) return;
  const { selected, heldBack } = await applyConditions(
    subscriptions,
    { type, timestamp: occurredAt, data: event.data },
    nowMs,
  );
  const deliveries = selected.map((subscription) =>
    deliveryFor(event, occurredAtMs, { ...subscription, tenantId }, nowMs),
  );
  if (deliveries.length > 0) {
    await insertDeliveries(deliveries, payloadOf(event));
    // Also existing deliveries: their worker may have stopped before this line.
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

/** The handler of the queue of events. */
export const dispatchWorker =
  (options: ClosedHomes): QueueHandler =>
  (batch) => {
    const read = readOnce();
    return queueWorker((event) => dispatch(event, Date.now(), read), options)(batch);
  };
