/**
 * Handles a batch of delivery messages: reads their deliveries together, claims those that are due, and then
 * handles each separately. An attempt is made once, however often its message is delivered, and is recorded
 * by the worker that made it.
 */

import { randomUUID } from 'node:crypto';
import { allOf } from '../../../kernel/base/parallel.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { asMetrics, type Measurement } from '../../../kernel/observability/metrics.ts';
import type { BatchHandler, Received } from '../../../kernel/queues/batch-worker.ts';
import { RetryableError } from '../../../kernel/queues/errors.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import type { StoredWebhook } from '../endpoints/webhook.ts';
import { findWebhooksAndSwitches } from '../endpoints/webhook-reader.ts';
import { openSecretsOf } from '../endpoints/webhook-secrets.ts';
import { webhookLimits } from '../limits.ts';
import { attempt, type Receiver, signedHopsOf } from './attempt.ts';
import {
  blockedReasonOf,
  completeAttempt,
  type DeliveryRef,
  eligibilityOf,
  lostWorkersOf,
  type Payload,
  type RetryPlan,
  type StoredDelivery,
} from './delivery.ts';
import { findForWork } from './delivery-reader.ts';
import { countDeliveries } from './delivery-series.ts';
import * as store from './delivery-store.ts';
import { attemptsPerTransaction, type CompletedAttempt, recordAttempts } from './delivery-store.ts';
import { countAttempts, disableWebhook, isTooMany, type Tally } from './health-store.ts';
import { type DeliverData, type DeliverMessage, sendAt, toDeliverMessage } from './messages.ts';
import { reserveSlot, type Slot } from './rate-limiter.ts';
import { retryOffsetsSeconds } from './retry-plan.ts';

// Records attempts that end at about the same time in one transaction: a batch of fifty needs three or four
// requests instead of fifty. Each attempt is recorded as soon as possible, because an unrecorded attempt is
// repeated after a crash.

/** While this number of transactions is in progress, attempts wait for the next one. */
const transactionsAtOnce = 2;

/** Resolves when the attempt is recorded. Throws ConditionFailedError if another worker has taken over. */
export type Recorder = (completed: CompletedAttempt) => Promise<void>;

interface Waiting extends PromiseWithResolvers<void> {
  completed: CompletedAttempt;
}

async function recordGroup(group: readonly Waiting[], write: typeof recordAttempts): Promise<void> {
  try {
    const outcomes = await write(group.map(({ completed }) => completed));
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') resolve();
      else reject(outcome?.reason);
    }
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

/** A recorder for one batch, whose deliveries are all different. */
export function createRecorder(write = recordAttempts): Recorder {
  let waiting: Waiting[] = [];
  let underWay = 0;

  function writeNext(): void {
    if (underWay === transactionsAtOnce || waiting.length === 0) return;
    underWay += 1;
    const group = waiting.slice(0, attemptsPerTransaction);
    waiting = waiting.slice(attemptsPerTransaction);
    void recordGroup(group, write).then(() => {
      underWay -= 1;
      writeNext();
    });
  }

  return (completed) => {
    const one: Waiting = { completed, ...Promise.withResolvers<void>() };
    waiting.push(one);
    // Responses that arrive in the same network read complete in the same tick.
    setImmediate(writeNext);
    return one.promise;
  };
}

/** Added to the webhook's timeout for table requests before and after the attempt. */
const leaseReserveMs = 20_000;
/** A slot that begins within this time counts as now, because SQS delays are in seconds. */
const slotToleranceMs = 1_000;

const plan: RetryPlan = { offsetsSeconds: retryOffsetsSeconds(), random: Math.random };

/** A claimed delivery with everything that its attempt needs. */
interface Task {
  received: Received<DeliverData>;
  message: DeliverMessage;
  delivery: StoredDelivery;
  receiver: Receiver;
  /** Undefined for a request without a webhook. */
  webhook: StoredWebhook | undefined;
  payload: string;
  lease: store.Lease;
}

/** The effect of an attempt on its webhook. */
interface Report {
  webhook: StoredWebhook;
  /** Refused because the message had returned: no failure of the webhook. */
  isLoop: boolean;
  /** The delivery's new status: it waits for its next attempt, or is decided. */
  status: StoredDelivery['status'];
  succeeded: boolean;
  isGone: boolean;
  atMs: number;
}

function refOf({ tenantId, organizationId, data }: DeliverMessage): DeliveryRef {
  const { id, webhookId, madeAtMs, payloadId } = data;
  return { tenantId, organizationId, id, webhookId, madeAtMs, payloadId };
}

/** Identifies the attempt that a message requests. */
const attemptOf = ({ message: { data } }: Received<DeliverData>): string => `${data.id} ${data.attempt}`;

type Loaded = Awaited<ReturnType<typeof load>>;

async function load(refs: readonly DeliveryRef[]) {
  const [work, settings] = await allOf([findForWork(refs), findWebhooksAndSwitches(refs)]);
  return { ...work, ...settings };
}

/**
 * The decision of the rate limit: undefined if the attempt may begin, else its slot, or that the delivery expires
 * before every free slot. A slot of another limit is replaced: the requests that waited when the limit was changed
 * would be sent in addition to those of the new limit. A late message keeps its slot, because a new one would be behind all
 * waiting requests: after an interruption of the workers, overdue requests are sent together.
 */
async function heldBackUntil(
  webhook: StoredWebhook,
  delivery: StoredDelivery,
  { slotAtMs, slotLimit }: DeliverData,
  nowMs: number,
): Promise<Slot | 'too late' | undefined> {
  const { id: webhookId, rateLimitPerMinute: limitPerMinute } = webhook;
  if (limitPerMinute === 0) return undefined;
  const isCurrent = slotLimit === undefined || slotLimit === limitPerMinute;
  const request = { webhookId, limitPerMinute, untilMs: store.ttlOf(delivery) * 1_000 };
  const atMs = (isCurrent ? slotAtMs : undefined) ?? (await reserveSlot(webhook, request, nowMs));
  if (atMs === undefined) return 'too late';
  return atMs > nowMs + slotToleranceMs ? { atMs, limitPerMinute } : undefined;
}

const homeIsClosed = { status: 'expired', errorMessage: 'The tenant or organization is closed' } as const;
const payloadIsGone = { status: 'failed', errorMessage: 'The payload is no longer kept.' } as const;

const slotIsTooLate = {
  status: 'expired',
  errorMessage: 'The rate limit delays the attempt beyond the retention of the delivery.',
} as const;

const stoppedEachTime = {
  status: 'failed',
  errorMessage: `The attempt stopped its worker ${webhookLimits.workerTries} times.`,
} as const;

/** The receiver of a request without a webhook. */
function ownReceiver({ targetUrl: url }: StoredDelivery, { request }: Payload): Omit<Receiver, 'signedHops'> {
  const { method, headers, contentType } = request ?? { method: 'POST', headers: {}, contentType: null };
  const timeoutMs = webhookLimits.timeoutMs.default;
  return { url, httpMethod: method, customHeaders: headers, contentType, timeoutMs, secrets: [] };
}

/** The error of a message that goes to the dead-letter queue, from which it can be redriven. */
const neverPrepared = {
  status: 'failed',
  errorMessage: 'The attempt could not be prepared; the platform’s log has the reason.',
  deadLettered: true,
} as const;

/**
 * Decides a delivery without an attempt, and counts it. Throws ConditionFailedError if another worker makes
 * the attempt.
 */
async function abandonDelivery(
  delivery: StoredDelivery,
  decision: Parameters<typeof store.abandonDelivery>[1],
  nowMs: number,
): Promise<void> {
  await store.abandonDelivery(delivery, decision, nowMs);
  await countDeliveries([{ ...delivery, status: decision.status, isAttempt: false }], nowMs);
}

/** Handles a message up to its attempt. Returns the attempt to make, if any. */
async function prepare(
  received: Received<DeliverData>,
  loaded: Loaded,
  nowMs: number,
): Promise<Task | undefined> {
  const message = received.message as DeliverMessage;
  const { data } = message;
  const delivery = loaded.deliveries.get(data.id);
  const turn = eligibilityOf(delivery, data.attempt, nowMs);
  if (turn === 'not yet') throw new RetryableError('Another worker handles this delivery.');
  if (turn === 'over' || delivery === undefined) return undefined;
  if (lostWorkersOf(delivery) >= webhookLimits.workerTries) {
    await abandonDelivery(delivery, stoppedEachTime, nowMs);
    return undefined;
  }
  const webhook = data.webhookId === null ? undefined : loaded.webhook(message, data.webhookId);
  const payload = loaded.payloads.get(data.id);
  const blockedReason =
    (loaded.isClosed(message) ? homeIsClosed : undefined) ??
    blockedReasonOf(data.webhookId === null ? null : webhook, loaded.integration(message)) ??
    (payload === undefined ? payloadIsGone : undefined);
  if (blockedReason !== undefined || payload === undefined) {
    if (blockedReason !== undefined) await abandonDelivery(delivery, blockedReason, nowMs);
    return undefined;
  }
  if (data.dueAtMs !== undefined && data.dueAtMs > nowMs) {
    await sendAt(message, data.dueAtMs, nowMs);
    return undefined;
  }
  const slot = webhook && (await heldBackUntil(webhook, delivery, data, nowMs));
  if (slot === 'too late') {
    await abandonDelivery(delivery, slotIsTooLate, nowMs);
    return undefined;
  }
  if (slot !== undefined) {
    await sendAt(toDeliverMessage(refOf(message), data.attempt, slot), slot.atMs, nowMs);
    await store.delayAttempt(delivery, slot.atMs, nowMs);
    return undefined;
  }
  const signedHops = await signedHopsOf(delivery);
  const receiver = webhook
    ? { ...webhook, ...(await openSecretsOf(webhook, nowMs)), signedHops }
    : { ...ownReceiver(delivery, payload), signedHops };
  const lease = { token: randomUUID(), untilMs: nowMs + receiver.timeoutMs + leaseReserveMs };
  return { received, message, delivery, receiver, webhook, payload: payload.text, lease };
}

/**
 * Makes a claimed attempt and records it. Returns its effect on the webhook's health. Throws if the attempt
 * could not be recorded; its lease then expires.
 */
async function attemptDelivery(
  { message, delivery, receiver, webhook, payload, lease }: Task,
  record: Recorder,
): Promise<Report | undefined> {
  const attempted = await attempt(receiver, delivery, payload);
  const nowMs = Date.now();
  const result = completeAttempt(delivery, attempted, plan, nowMs);
  // Sent before the attempt is recorded, because a superfluous message is dropped, but without a message the
  // delivery would wait forever.
  if (result.nextAtMs !== undefined) {
    const next = toDeliverMessage(refOf(message), result.attempt.attemptNumber + 1);
    await sendAt(next, result.nextAtMs, nowMs);
  }
  await record({ delivery, lease, result, nowMs });
  measure(attempted.outcome.kind === 'delivered', delivery, nowMs);
  if (webhook === undefined) return undefined;
  const { outcome } = attempted;
  return {
    webhook,
    status: result.changes.status ?? delivery.status,
    isLoop: result.isLoop,
    succeeded: outcome.kind === 'delivered',
    isGone: outcome.kind === 'expired' && outcome.disable === 'gone',
    atMs: nowMs,
  };
}

/** Success rate of the attempts of all webhooks: the average of ones and zeros. */
const attempts: Measurement = { by: [], metrics: { delivered: 'Count' } };

function measure(succeeded: boolean, { id, tenantId }: StoredDelivery, nowMs: number): void {
  const delivered = succeeded ? 1 : 0;
  log('info', 'attempt made', { deliveryId: id, tenantId, delivered, ...asMetrics([attempts], nowMs) });
}

/** Counts the attempts of one webhook. A failure only makes the statistics incomplete. */
async function countFor(webhook: StoredWebhook, reports: readonly Report[]): Promise<void> {
  try {
    const tally: Tally = reports;
    const consecutiveFailures = await countAttempts(webhook, webhook.id, tally);
    const isGone = reports.some((report) => report.isGone);
    if (!isGone && !isTooMany(webhook, consecutiveFailures)) return;
    const why = { reason: isGone ? 'gone' : 'failures', consecutiveFailures } as const;
    await disableWebhook(webhook, why, Date.now());
  } catch (error) {
    log('error', 'attempts were not counted', { webhookId: webhook.id, error: describeError(error) });
  }
}

async function countAll(reports: readonly Report[]): Promise<void> {
  const ids = new Set(reports.map(({ webhook }) => webhook.id));
  const counted = reports.map(({ webhook: { tenantId, organizationId, id: webhookId }, status }) => ({
    ...{ tenantId, organizationId, webhookId, status, isAttempt: true },
  }));
  await allOf([
    countDeliveries(counted, Date.now()),
    ...[...ids].map(async (id) => {
      const own = reports.filter(({ webhook, isLoop }) => webhook.id === id && !isLoop);
      const [first] = own;
      if (first !== undefined) await countFor(first.webhook, own);
    }),
  ]);
}

/** Another worker was first and continues the delivery. */
const isOvertaken = (error: unknown): boolean => error instanceof ConditionFailedError;

/** Fails the delivery of a message that goes to the dead-letter queue; otherwise it would stay pending forever. */
async function endUnprepared(
  { message, delivery: { receiveCount } }: Received<DeliverData>,
  { deliveries }: Loaded,
  error: unknown,
  nowMs: number,
): Promise<void> {
  const delivery = deliveries.get(message.data.id);
  if (receiveCount < webhookLimits.maxReceives || error instanceof RetryableError || delivery === undefined)
    return;
  await abandonDelivery(delivery, neverPrepared, nowMs).catch((cause: unknown) => {
    if (!isOvertaken(cause))
      log('error', 'a delivery was not decided', { deliveryId: delivery.id, error: describeError(cause) });
  });
}

/** The handler of the delivery queue. */
export const deliverBatch: BatchHandler<DeliverData> = async (batch, fail) => {
  const nowMs = Date.now();
  // SQS may put two copies of a message into one batch, or a late copy and the message for the next attempt.
  // At most one attempt is due, so that a transaction contains each delivery once.
  const copies = Map.groupBy(batch, attemptOf);
  const failAll = (one: Received<DeliverData>, error: unknown) => {
    for (const copy of copies.get(attemptOf(one)) ?? []) fail(copy, error);
  };
  const firsts = [...copies.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  const refs = new Map(
    firsts.map(({ message }) => [message.data.id, refOf(message as DeliverMessage)] as const),
  );
  const loaded = await load([...refs.values()]);

  const tasks: Task[] = [];
  await allOf(
    firsts.map(async (received) => {
      try {
        const task = await prepare(received, loaded, nowMs);
        if (task !== undefined) tasks.push(task);
      } catch (error) {
        if (isOvertaken(error)) return;
        await endUnprepared(received, loaded, error, nowMs);
        failAll(received, error);
      }
    }),
  );
  const claimed = await store.claim(tasks, nowMs);
  const record = createRecorder();
  const reports: Report[] = [];
  await allOf(
    tasks.map(async (task) => {
      try {
        if (!claimed.has(task.delivery.id))
          throw new RetryableError('Another worker claimed the delivery first.');
        const report = await attemptDelivery(task, record);
        if (report !== undefined) reports.push(report);
      } catch (error) {
        if (!isOvertaken(error)) failAll(task.received, error);
      }
    }),
  );
  await countAll(reports);
};
