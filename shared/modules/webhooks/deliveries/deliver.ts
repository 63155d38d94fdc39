/**
 * Works through a batch of delivery messages: reads what they name at once, claims what is to be sent at once, and
 * then handles each for itself. However often a message comes, an attempt is made once, and recorded by who made it.
 */

import { randomUUID } from 'node:crypto';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { asMetrics, type Measurement } from '../../../kernel/observability/metrics.ts';
import type { BatchHandler, Received } from '../../../kernel/queues/batch-worker.ts';
import { RetryableError } from '../../../kernel/queues/errors.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { allOf } from '../../../kernel/table/parallel.ts';
import type { StoredWebhook } from '../endpoints/webhook.ts';
import { findWebhooksAndSwitches } from '../endpoints/webhook-reader.ts';
import { openSecretsOf } from '../endpoints/webhook-secrets.ts';
import { webhookLimits } from '../limits.ts';
import { attempt, type Receiver } from './attempt.ts';
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
import { attemptsPerTransaction, type MadeAttempt, recordAttempts } from './delivery-store.ts';
import { countAttempts, disableWebhook, isTooMany, type Tally } from './health-store.ts';
import { type DeliverData, type DeliverMessage, sendAt, toDeliverMessage } from './messages.ts';
import { reserveSlot } from './rate-limiter.ts';
import { retryOffsetsSeconds } from './retry-plan.ts';

// Records attempts that end at about the same time together: a batch of fifty is then three or four requests instead of
// fifty. Each still is recorded as soon as it can be, because what is sent and not recorded is sent again after a crash.

/** While so many transactions are under way, attempts gather for the next. */
const transactionsAtOnce = 2;

/** Resolves when the attempt is recorded. Throws ConditionFailedError when another worker has taken over. */
export type Recorder = (made: MadeAttempt) => Promise<void>;

interface Waiting extends PromiseWithResolvers<void> {
  made: MadeAttempt;
}

/** One transaction; where another worker has taken over one of the deliveries, one for each. */
async function writeAll(
  group: readonly Waiting[],
  write: (made: readonly MadeAttempt[]) => Promise<void>,
): Promise<void> {
  try {
    await write(group.map(({ made }) => made));
    for (const { resolve } of group) resolve();
  } catch (error) {
    const [only, ...others] = group;
    if (only !== undefined && others.length > 0 && error instanceof ConditionFailedError)
      await allOf(group.map((one) => writeAll([one], write)));
    else for (const { reject } of group) reject(error);
  }
}

/** A recorder for one batch, whose deliveries all differ. */
export function createRecorder(write = recordAttempts): Recorder {
  let waiting: Waiting[] = [];
  let underWay = 0;

  function writeNext(): void {
    if (underWay === transactionsAtOnce || waiting.length === 0) return;
    underWay += 1;
    const group = waiting.slice(0, attemptsPerTransaction);
    waiting = waiting.slice(attemptsPerTransaction);
    void writeAll(group, write).then(() => {
      underWay -= 1;
      writeNext();
    });
  }

  return (made) => {
    const one: Waiting = { made, ...Promise.withResolvers<void>() };
    waiting.push(one);
    // Answers that were read from the network together end together.
    setImmediate(writeNext);
    return one.promise;
  };
}

/** Beyond the webhook's own timeout: for the table before and after the request. */
const leaseReserveMs = 20_000;
/** A slot that begins so soon is now: SQS counts in seconds. */
const slotToleranceMs = 1_000;

const plan: RetryPlan = { offsetsSeconds: retryOffsetsSeconds(), random: Math.random };

/** A delivery whose turn it is, with everything that its attempt needs. */
interface Task {
  received: Received<DeliverData>;
  message: DeliverMessage;
  delivery: StoredDelivery;
  receiver: Receiver;
  /** Undefined for a request that belongs to none. */
  webhook: StoredWebhook | undefined;
  payload: string;
  lease: store.Lease;
}

/** What an attempt tells about its webhook. */
interface Report {
  webhook: StoredWebhook;
  /** What has become of the delivery: it waits for its next attempt, or is decided. */
  status: StoredDelivery['status'];
  succeeded: boolean;
  isGone: boolean;
  atMs: number;
}

function refOf({ tenantId, organizationId, data }: DeliverMessage): DeliveryRef {
  const { id, webhookId, madeAtMs, payloadId } = data;
  return { tenantId, organizationId, id, webhookId, madeAtMs, payloadId };
}

/** Messages that ask for one and the same attempt say the same here. */
const attemptOf = ({ message: { data } }: Received<DeliverData>): string => `${data.id} ${data.attempt}`;

type Loaded = Awaited<ReturnType<typeof load>>;

async function load(refs: readonly DeliveryRef[]) {
  const [work, settings] = await allOf([findForWork(refs), findWebhooksAndSwitches(refs)]);
  return { ...work, ...settings };
}

/** The rate limit's answer: undefined when the attempt may begin, else when it may. */
async function heldBackUntil(
  webhook: StoredWebhook,
  { slotAtMs }: DeliverData,
  nowMs: number,
): Promise<number | undefined> {
  const { id: webhookId, rateLimitPerMinute: limitPerMinute } = webhook;
  if (limitPerMinute === 0) return undefined;
  const atMs = slotAtMs ?? (await reserveSlot(webhook, { webhookId, limitPerMinute }, nowMs));
  return atMs > nowMs + slotToleranceMs ? atMs : undefined;
}

const homeIsClosed = { status: 'expired', errorMessage: 'The tenant or organization is closed' } as const;
const payloadIsGone = { status: 'failed', errorMessage: 'The payload is no longer kept.' } as const;

const stoppedEachTime = {
  status: 'failed',
  errorMessage: `The attempt stopped its worker ${webhookLimits.workerTries} times.`,
} as const;

/** The receiver of a request that belongs to no webhook. */
function ownReceiver({ targetUrl: url }: StoredDelivery, { request }: Payload): Receiver {
  const { method, headers, contentType } = request ?? { method: 'POST', headers: {}, contentType: null };
  const timeoutMs = webhookLimits.timeoutMs.default;
  return { url, httpMethod: method, customHeaders: headers, contentType, timeoutMs, secrets: [] };
}

/** Of a message that its queue does not deliver again; from the dead-letter queue it can be brought back. */
const neverPrepared = {
  status: 'failed',
  errorMessage: 'The attempt could not be prepared; the platform’s log has the reason.',
  deadLettered: true,
} as const;

/** Decides a delivery that gets no attempt, and counts it. Throws ConditionFailedError when another worker makes one. */
async function giveUp(
  delivery: StoredDelivery,
  decision: Parameters<typeof store.giveUp>[1],
  nowMs: number,
): Promise<void> {
  await store.giveUp(delivery, decision, nowMs);
  await countDeliveries([{ ...delivery, status: decision.status, isAttempt: false }], nowMs);
}

/** Decides what to do with one message, and does what needs no attempt. Returns the attempt to make, if any. */
async function prepare(
  received: Received<DeliverData>,
  loaded: Loaded,
  nowMs: number,
): Promise<Task | undefined> {
  const message = received.message as DeliverMessage;
  const { data } = message;
  const delivery = loaded.deliveries.get(data.id);
  const turn = eligibilityOf(delivery, data.attempt, nowMs);
  if (turn === 'not yet') throw new RetryableError('Another worker is at this delivery.');
  if (turn === 'over' || delivery === undefined) return undefined;
  if (lostWorkersOf(delivery) >= webhookLimits.workerTries) {
    await giveUp(delivery, stoppedEachTime, nowMs);
    return undefined;
  }
  const webhook = data.webhookId === null ? undefined : loaded.webhook(message, data.webhookId);
  const payload = loaded.payloads.get(data.id);
  const blockedReason =
    (loaded.isClosed(message) ? homeIsClosed : undefined) ??
    blockedReasonOf(data.webhookId === null ? null : webhook, loaded.integration(message)) ??
    (payload === undefined ? payloadIsGone : undefined);
  if (blockedReason !== undefined || payload === undefined) {
    if (blockedReason !== undefined) await giveUp(delivery, blockedReason, nowMs);
    return undefined;
  }
  const slotAtMs = webhook && (await heldBackUntil(webhook, data, nowMs));
  if (slotAtMs !== undefined) {
    await sendAt(toDeliverMessage(refOf(message), data.attempt, slotAtMs), slotAtMs, nowMs);
    await store.holdBack(delivery, slotAtMs, nowMs);
    return undefined;
  }
  const receiver = webhook
    ? { ...webhook, ...(await openSecretsOf(webhook, nowMs)) }
    : ownReceiver(delivery, payload);
  const lease = { token: randomUUID(), untilMs: nowMs + receiver.timeoutMs + leaseReserveMs };
  return { received, message, delivery, receiver, webhook, payload: payload.text, lease };
}

/**
 * Makes a claimed attempt and records it; returns what it tells about a webhook. Throws when it could not be recorded:
 * then the lease runs out.
 */
async function carryOut(
  { message, delivery, receiver, webhook, payload, lease }: Task,
  record: Recorder,
): Promise<Report | undefined> {
  const made = await attempt(receiver, delivery, payload);
  const nowMs = Date.now();
  const settled = completeAttempt(delivery, made, plan, nowMs);
  // Before it is recorded: a message too many is dropped, one too few would leave the delivery waiting for ever.
  if (settled.nextAtMs !== undefined) {
    const next = toDeliverMessage(refOf(message), settled.attempt.attemptNumber + 1);
    await sendAt(next, settled.nextAtMs, nowMs);
  }
  await record({ delivery, lease, settled, nowMs });
  measure(made.outcome.kind === 'delivered', delivery, nowMs);
  if (webhook === undefined) return undefined;
  const { outcome } = made;
  return {
    webhook,
    status: settled.changes.status ?? delivery.status,
    succeeded: outcome.kind === 'delivered',
    isGone: outcome.kind === 'expired' && outcome.disable === 'gone',
    atMs: nowMs,
  };
}

/** How often attempts succeed, all webhooks together: the average of ones and zeros. */
const attempts: Measurement = { by: [], metrics: { delivered: 'Count' } };

function measure(succeeded: boolean, { id, tenantId }: StoredDelivery, nowMs: number): void {
  const delivered = succeeded ? 1 : 0;
  log('info', 'attempt made', { deliveryId: id, tenantId, delivered, ...asMetrics([attempts], nowMs) });
}

/** Counts the attempts of one webhook. What fails here is lost to the statistics, and to nothing else. */
async function countFor(webhook: StoredWebhook, reports: readonly Report[]): Promise<void> {
  try {
    const tally: Tally = reports;
    const consecutiveFailures = await countAttempts(webhook, webhook.id, tally);
    const isGone = reports.some((report) => report.isGone);
    if (!isGone && !isTooMany(webhook, consecutiveFailures)) return;
    const why = { reason: isGone ? 'gone' : 'failures', consecutiveFailures } as const;
    await disableWebhook(webhook, webhook.id, why, Date.now());
  } catch (error) {
    log('error', 'attempts were not counted', { webhookId: webhook.id, error: describeError(error) });
  }
}

async function countAll(reports: readonly Report[]): Promise<void> {
  const ids = new Set(reports.map(({ webhook }) => webhook.id));
  const made = reports.map(({ webhook: { tenantId, organizationId, id: webhookId }, status }) => ({
    ...{ tenantId, organizationId, webhookId, status, isAttempt: true },
  }));
  await allOf([
    countDeliveries(made, Date.now()),
    ...[...ids].map(async (id) => {
      const own = reports.filter(({ webhook }) => webhook.id === id);
      const [first] = own;
      if (first !== undefined) await countFor(first.webhook, own);
    }),
  ]);
}

/** Another worker's write came first: that worker continues with the delivery. */
const isOvertaken = (error: unknown): boolean => error instanceof ConditionFailedError;

/** Decides the delivery of a message that goes to the dead-letter queue: it would be pending for ever otherwise. */
async function endUnprepared(
  { message, delivery: { receiveCount } }: Received<DeliverData>,
  { deliveries }: Loaded,
  error: unknown,
  nowMs: number,
): Promise<void> {
  const delivery = deliveries.get(message.data.id);
  if (receiveCount < webhookLimits.maxReceives || error instanceof RetryableError || delivery === undefined)
    return;
  await giveUp(delivery, neverPrepared, nowMs).catch((cause: unknown) => {
    if (!isOvertaken(cause))
      log('error', 'a delivery was not decided', { deliveryId: delivery.id, error: describeError(cause) });
  });
}

/** The handler of the delivery queue. */
export const deliverBatch: BatchHandler<DeliverData> = async (batch, fail) => {
  const nowMs = Date.now();
  // SQS may put two copies of a message into one batch, and a late copy beside the message for the next attempt. It is
  // the turn of one attempt at most, so that a transaction has each delivery once.
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
        if (!claimed.has(task.delivery.id)) throw new RetryableError('Another worker was faster.');
        const report = await carryOut(task, record);
        if (report !== undefined) reports.push(report);
      } catch (error) {
        if (!isOvertaken(error)) failAll(task.received, error);
      }
    }),
  );
  await countAll(reports);
};
