/**
 * Stores deliveries: the delivery in its webhook's log (in its organization's log, if it has no webhook), a
 * locator by its id with the attempts, an item in its organization's list, and one payload for all deliveries
 * of an event. All of them expire. delivery-reader.ts has the reads.
 */

import { randomUUID } from 'node:crypto';
import { chunksOf, forEachParallel } from '../../../kernel/base/parallel.ts';
import { edgeWrites } from '../../../kernel/events/cause.ts';
import { type DomainEvent, outboxWrite } from '../../../kernel/events/outbox.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../../kernel/table/read.ts';
import {
  type Condition,
  commit,
  notExists,
  transact,
  transactEach,
  type Write,
} from '../../../kernel/table/write.ts';
import { attemptKey, deliveryKey, deliveryLocatorKey, listedDeliveryKey, payloadKey } from '../keys.ts';
import {
  type AttemptResult,
  causeOfDelivery,
  type DeliveryRef,
  deliveryKind,
  lostWorkersOf,
  type Payload,
  retentionSeconds,
  type StoredDelivery,
} from './delivery.ts';

// The entity names of a delivery's items, and their expiry.

export const entities = {
  delivery: 'delivery',
  locator: 'delivery_locator',
  attempt: 'delivery_attempt',
  payload: 'delivery_payload',
} as const;

/** Finds a delivery by its id. */
export type Locator = DeliveryRef;

export const toStored = (item: Item): StoredDelivery => fromItem<StoredDelivery>(item, entities.delivery);

/** When all items of a delivery expire, in Unix seconds. */
export const ttlOf = ({ enqueuedAtMs }: StoredDelivery): number =>
  Math.floor(enqueuedAtMs / 1_000) + retentionSeconds();

// The writes that create a delivery, for transactions of other modules.

/** The event of a delivery for browsers and notifications: its log entry, without its payload. */
function deliveryEvent(
  delivery: StoredDelivery,
  type: `webhooks.delivery.${string}`,
  nowMs: number,
  more: Record<string, unknown> = {},
): DomainEvent {
  const { id, tenantId, organizationId, webhookId, eventType, messageId, attemptNumber, status } = delivery;
  return {
    id: randomUUID(),
    type,
    tenantId,
    organizationId,
    occurredAtMs: nowMs,
    version: attemptNumber + 1,
    cause: causeOfDelivery(delivery),
    data: {
      ...{ id, webhookId, eventType, messageId, attemptNumber, status, ...more },
      ...{ tenantId, organizationId },
    },
  };
}

/** Type of the event that makes the dispatcher queue an attempt. */
export const requestedType = 'webhooks.delivery.requested';

/** The write that makes the dispatcher queue an attempt of a waiting delivery. */
export function requestWrite(delivery: StoredDelivery, attempt: number, nowMs: number): Write {
  const { madeAtMs, payloadId } = delivery;
  return outboxWrite(
    deliveryEvent(delivery, 'webhooks.delivery.requested', nowMs, { madeAtMs, payloadId, attempt }),
  );
}

/**
 * The item of a delivery in its organization's list: in which log it is, and a lower bound for the last write
 * of its row. Attribute names are short, so that a page of the list costs one read unit.
 */
function listedItem(delivery: StoredDelivery, changedAtMs?: number): Key & Item {
  const { webhookId } = delivery;
  return {
    ...listedDeliveryKey(delivery, delivery),
    ...(webhookId !== null && { w: webhookId }),
    ...(changedAtMs !== undefined && { u: changedAtMs }),
    ttl: ttlOf(delivery),
  };
}

/**
 * Marks the delivery as changed, so that lists read it strongly consistent: a caller has waited for the
 * change.
 */
export async function markChanged(delivery: StoredDelivery, changedAtMs: number): Promise<void> {
  await commit([{ put: listedItem(delivery, changedAtMs) }]);
}

/** The node of a delivery in its story. */
const nodeOf = ({ tenantId, organizationId, id, enqueuedAtMs, webhookId, madeAtMs }: StoredDelivery) => ({
  ...{ tenantId, organizationId, kind: deliveryKind, id, atMs: enqueuedAtMs },
  ref: { webhookId, madeAtMs },
});

/** The delivery with its locator, its entry in the list, its event, and its edge if it is in a story. The transaction fails if the delivery exists. */
export function insertionWrites(delivery: StoredDelivery): Write[] {
  const { id, webhookId, madeAtMs, payloadId, tenantId, organizationId } = delivery;
  const locator: Locator = { id, webhookId, madeAtMs, payloadId, tenantId, organizationId };
  const ttl = ttlOf(delivery);
  return [
    {
      put: { ...toItem(deliveryKey(delivery, delivery), entities.delivery, delivery), ttl },
      when: notExists,
    },
    { put: { ...toItem(deliveryLocatorKey(delivery, id), entities.locator, locator), ttl } },
    { put: listedItem(delivery) },
    outboxWrite(deliveryEvent(delivery, 'webhooks.delivery.enqueued', delivery.enqueuedAtMs)),
    ...edgeWrites(nodeOf(delivery)),
  ];
}

/** The payload that all deliveries of an event share. */
export function payloadWrite(delivery: StoredDelivery, { text: payload, request }: Payload): Write {
  const item = { payload, ...(request && { request }) };
  const put = toItem(payloadKey(delivery, delivery.payloadId), entities.payload, item);
  return { put: { ...put, ttl: ttlOf(delivery) } };
}

/** A transaction has at most 100 writes: five for each delivery, and one for the payload. */
const deliveriesPerTransaction = 19;
const parallelTransactions = 4;

/**
 * Stores the deliveries of one event with their payload (JSON text); existing deliveries stay unchanged. One
 * transaction per 19 webhooks; the first contains the payload. Throws UnstorableError for a payload that is too
 * large, before anything is written.
 */
export async function insertDeliveries(
  deliveries: readonly StoredDelivery[],
  payload: string,
): Promise<void> {
  const [first] = deliveries;
  if (first === undefined) return;
  const [chunk = [], ...chunks] = chunksOf(deliveries, deliveriesPerTransaction);
  await insertMissing(chunk, [payloadWrite(first, { text: payload })]);
  await forEachParallel(chunks, parallelTransactions, (others) => insertMissing(others));
}

/**
 * Inserts those of the deliveries that do not exist, with further writes. If the event was dispatched before, perhaps with other
 * subscribed webhooks, a read finds the others: one transaction for each delivery would take longer than a
 * worker may run, so that an event for many webhooks would never be dispatched after an interruption.
 */
async function insertMissing(chunk: readonly StoredDelivery[], more: readonly Write[] = []): Promise<void> {
  for (let missing = chunk; missing.length > 0; ) {
    try {
      return await transact([...missing.flatMap(insertionWrites), ...more]);
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
    // At least one exists now, so that this ends.
    const found = await batchGet(missing.map((delivery) => deliveryKey(delivery, delivery)));
    const existing = new Set(found.map(({ id }) => id));
    missing = missing.filter(({ id }) => !existing.has(id));
  }
}

/**
 * A worker's claim of a delivery. The attempt ends before the lease does; afterwards another worker may take
 * over.
 */
export interface Lease {
  token: string;
  untilMs: number;
}

/**
 * The attempt was not made, and no worker holds it: prevents two workers with copies of one message from
 * making it.
 */
function isClaimable(attempt: number, nowMs: number): Condition {
  return {
    expression:
      'attemptNumber = :made AND (#status = :pending OR (#status = :sending AND leaseUntilMs <= :now) OR deadLettered = :true)',
    names: { '#status': 'status' },
    values: {
      ...{ ':made': attempt - 1, ':pending': 'pending', ':sending': 'sending' },
      ...{ ':now': nowMs, ':true': true },
    },
  };
}

function claimWrite(delivery: StoredDelivery, lease: Lease, nowMs: number): Write {
  return {
    set: deliveryKey(delivery, delivery),
    values: {
      status: 'sending',
      leaseToken: lease.token,
      leaseUntilMs: lease.untilMs,
      lostWorkers: lostWorkersOf(delivery),
      nextRetryAtMs: null,
      updatedAtMs: nowMs,
    },
    remove: ['deadLettered'],
    when: isClaimable(delivery.attemptNumber + 1, nowMs),
  };
}

/**
 * Claims the next attempt of each delivery and returns the claimed ones; the others are held by other workers
 * or cannot be written now. One transaction; if another worker holds one of the deliveries, one per delivery.
 * Throws if nothing was claimed because DynamoDB is unavailable.
 */
export async function claim(
  requested: readonly { delivery: StoredDelivery; lease: Lease }[],
  nowMs: number,
): Promise<Set<string>> {
  const outcomes = await transactEach(
    requested.map(({ delivery, lease }) => [claimWrite(delivery, lease, nowMs)]),
  );
  const claimed = new Set<string>();
  for (const [index, { delivery }] of requested.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === 'fulfilled') claimed.add(delivery.id);
    else if (!(outcome?.reason instanceof ConditionFailedError))
      // Its message is redelivered; the claimed deliveries must not wait for it.
      log('warn', 'a delivery was not claimed', {
        deliveryId: delivery.id,
        error: describeError(outcome?.reason),
      });
  }
  return claimed;
}

/** Only the holder of the lease may record the attempt. */
const holds = (token: string): Condition => ({
  expression: '#status = :sending AND leaseToken = :token',
  names: { '#status': 'status' },
  values: { ':sending': 'sending', ':token': token },
});

/** A completed attempt to record. */
export interface CompletedAttempt {
  delivery: StoredDelivery;
  lease: Lease;
  result: AttemptResult;
  nowMs: number;
}

/** A transaction has at most 100 writes: up to four for each attempt. */
export const attemptsPerTransaction = 25;

/**
 * Records attempts of different deliveries, each with its decision and its events. An outcome is rejected with
 * ConditionFailedError if the lease has expired and another worker has taken over.
 */
export const recordAttempts = (
  completed: readonly CompletedAttempt[],
): Promise<PromiseSettledResult<void>[]> => transactEach(completed.map(recordingWrites));

/** Records one attempt. Throws ConditionFailedError as above. */
export const recordAttempt = (completed: CompletedAttempt): Promise<void> =>
  transact(recordingWrites(completed));

function recordingWrites({
  delivery,
  lease,
  result: { attempt, changes, isLoop },
  nowMs,
}: CompletedAttempt): Write[] {
  const after = { ...delivery, ...changes };
  const { status, responseStatus, errorMessage, durationMs } = after;
  const willRetry = status === 'pending';
  const outcome = { responseStatus, errorMessage, durationMs };
  const ended = isLoop ? 'webhooks.delivery.loop_detected' : 'webhooks.delivery.exhausted';
  const events =
    status === 'delivered'
      ? [deliveryEvent(after, 'webhooks.delivery.succeeded', nowMs, outcome)]
      : [
          deliveryEvent(after, 'webhooks.delivery.failed', nowMs, { ...outcome, willRetry }),
          ...(willRetry ? [] : [deliveryEvent(after, ended, nowMs, outcome)]),
        ];
  return [
    {
      set: deliveryKey(delivery, delivery),
      values: changes,
      remove: ['leaseToken', 'leaseUntilMs', 'lostWorkers'],
      when: holds(lease.token),
    },
    {
      put: {
        ...toItem(attemptKey(delivery, delivery.id, attempt.attemptNumber), entities.attempt, attempt),
        ttl: ttlOf(delivery),
      },
    },
    ...events.map(outboxWrite),
  ];
}

/** Decides a delivery without an attempt. Throws ConditionFailedError if another worker makes the attempt. */
export async function abandonDelivery(
  delivery: StoredDelivery,
  decision: Pick<StoredDelivery, 'status' | 'errorMessage' | 'deadLettered'>,
  nowMs: number,
): Promise<void> {
  const { errorMessage } = decision;
  const changes = { ...decision, nextRetryAtMs: null, updatedAtMs: nowMs };
  const { responseStatus, durationMs } = delivery;
  const outcome = { responseStatus, errorMessage, durationMs, willRetry: false };
  await transact([
    {
      set: deliveryKey(delivery, delivery),
      values: changes,
      when: isClaimable(delivery.attemptNumber + 1, nowMs),
    },
    outboxWrite(deliveryEvent({ ...delivery, ...changes }, 'webhooks.delivery.failed', nowMs, outcome)),
  ]);
}

/** Records that the rate limit delays the next attempt. Throws ConditionFailedError if another worker makes it. */
export async function delayAttempt(delivery: StoredDelivery, untilMs: number, nowMs: number): Promise<void> {
  await transact([
    {
      set: deliveryKey(delivery, delivery),
      values: { nextRetryAtMs: untilMs, updatedAtMs: nowMs },
      when: isClaimable(delivery.attemptNumber + 1, nowMs),
    },
  ]);
}

/** No worker has claimed the delivery since it was read. A takeover of an expired lease changes only the token. */
function leaseIs({ leaseToken }: StoredDelivery): Pick<Condition, 'expression' | 'values'> {
  return leaseToken === undefined
    ? { expression: 'attribute_not_exists(leaseToken)' }
    : { expression: 'leaseToken = :token', values: { ':token': leaseToken } };
}

/** Resets a decided or waiting delivery for one more attempt. Throws ConditionFailedError if it has changed. */
export async function resetDelivery(
  before: StoredDelivery,
  changes: Partial<StoredDelivery>,
  more: readonly Write[],
): Promise<void> {
  const lease = leaseIs(before);
  await transact([
    {
      set: deliveryKey(before, before),
      values: changes,
      when: {
        expression: `#status = :status AND attemptNumber = :made AND ${lease.expression}`,
        names: { '#status': 'status' },
        values: { ':status': before.status, ':made': before.attemptNumber, ...lease.values },
      },
    },
    ...more,
  ]);
}
