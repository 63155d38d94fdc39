/**
 * Deliveries under injected faults: workers killed at random, batches passed twice, throttled tables and failing
 * receivers; then a check of every event, delivery and request.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { functionName } from '../../../lib/aws/names.ts';
import { randomBetween, seededRandom } from '../../../lib/lab/faults/random.ts';
import type { QueueStatus } from '../../../lib/local/messaging.ts';
import { outboxWrite } from '../../../shared/kernel/events/outbox.ts';
import { fromItem } from '../../../shared/kernel/table/item.ts';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import type { StoredAttempt, StoredDelivery } from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import type { WebhookStats } from '../../../shared/modules/webhooks/deliveries/stats-contract.ts';
import {
  deliveriesPartition,
  deliveryKey,
  deliveryPartition,
} from '../../../shared/modules/webhooks/keys.ts';
import { deliver, dispatch } from '../../../shared/modules/webhooks/workers.ts';
import {
  aWebhookBody,
  eventType,
  type NewWebhook,
  verified,
  webhookPath,
  webhooksPath,
} from '../builders/webhooks.ts';
import { eventually } from '../clients/eventually.ts';
import type { Sink, SinkRequest } from '../clients/sink.ts';
import { type OwnRuntime, publisher, stage, sweeper } from '../runtime/own-runtime.ts';

const dispatcher = functionName(stage, dispatch.module, dispatch.name);
export const deliverer = functionName(stage, deliver.module, deliver.name);
const workers: readonly string[] = [publisher, dispatcher, deliverer];
const queues = ['webhook-dispatch', 'webhook-deliveries'];

/** Messages per batch of a worker. */
const batchSize = deliver.trigger.kind === 'queue' ? deliver.trigger.batchSize : 0;
/** The settings of the runtime: local receivers, and short retry delays. */
export const faultRunSettings = { ALLOW_PRIVATE_WEBHOOKS: 'true', WEBHOOK_RETRY_OFFSETS: '0,0.1,0.2' };

const throttledShare = 0.1;
const repeatedShare = 0.1;
const failingShare = 0.2;
const parallelWrites = 4;
/** Share of the work that is done under injected faults. */
const faultShare = 0.75;
const pollMs = 10;
const quietMs = 300;

export interface FaultRunSize {
  events: number;
  webhooks: number;
  /** Number of killed workers. */
  kills: number;
  /** Time limits for injecting faults and for cleaning up. */
  withinMs: number;
}

/** The result once everything is delivered. */
export interface FaultRunResult {
  size: FaultRunSize;
  webhooks: readonly NewWebhook[];
  deliveries: readonly StoredDelivery[];
  requests: readonly SinkRequest[];
  /** Killed workers of deliveries; each may have lost a batch. */
  killed: number;
  /** Messages that a worker returned: their attempt may have been made but not recorded. */
  givenBack: number;
}

interface SinkEvent {
  data: { n: number };
}

const textOf = ({ path, body }: SinkRequest): string => `${path} ${(JSON.parse(body) as SinkEvent).data.n}`;
const hookPath = (index: number): string => `/hook-${index}`;

async function createWebhooks(runtime: OwnRuntime, sink: Sink, count: number): Promise<NewWebhook[]> {
  const webhooks: NewWebhook[] = [];
  while (webhooks.length < count) {
    const url = `${sink.url}${hookPath(webhooks.length)}`;
    const body = aWebhookBody({ url, maxRetries: 30, autoDisableThreshold: 0 });
    webhooks.push(await runtime.request('POST', webhooksPath, body));
  }
  return webhooks;
}

/** The outbox item of an accepted write. */
function anOutboxItem({ tenant: { id: tenantId, organizations } }: OwnRuntime, n: number): Key & Item {
  const event = { id: `faults-${n}`, type: eventType, occurredAtMs: Date.now(), version: 1, data: { n } };
  const write = outboxWrite({ ...event, tenantId, organizationId: organizations.north });
  if (!('put' in write)) throw new Error('The outbox write is no put.');
  return write.put;
}

export async function publishAll(runtime: OwnRuntime, count: number, published: () => void): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const write = async () => {
    for (const n of numbers) {
      await runtime.put(anOutboxItem(runtime, n));
      published();
    }
  };
  await Promise.all(Array.from({ length: parallelWrites }, write));
}

const deliveriesOf = async (
  runtime: OwnRuntime,
  webhooks: readonly { id: string }[],
): Promise<StoredDelivery[]> => {
  const scope = { tenantId: runtime.tenant.id };
  const logs = await Promise.all(webhooks.map(({ id }) => runtime.query(deliveriesPartition(scope, id))));
  return logs.flat().map((item) => fromItem<StoredDelivery>(item, 'delivery'));
};

const workQueues = async (runtime: OwnRuntime): Promise<QueueStatus[]> =>
  (await runtime.queues()).filter(({ name }) => queues.includes(name));

/** Waits until the remaining work needs more time to pass. Returns the remaining outbox items. */
export async function untilQuiet(runtime: OwnRuntime, withinMs: number): Promise<number> {
  let left = Number.POSITIVE_INFINITY;
  return eventually(
    'quiet queues',
    async () => {
      await sleep(quietMs);
      const isBusy = (await runtime.functions()).some(
        ({ functionName: name, workers: { busy }, queued }) => workers.includes(name) && busy + queued > 0,
      );
      const isWaiting = (await workQueues(runtime)).some(({ visible, delayed }) => visible + delayed > 0);
      if (isBusy || isWaiting) return undefined;
      // The position of the stream's reader is unknown.
      const before = left;
      left = (await runtime.outbox()).length;
      return left === 0 || left === before ? left : undefined;
    },
    withinMs,
  );
}

/** Expires the leases of dead workers; call it when no worker is busy. */
async function ageLeases(runtime: OwnRuntime, deliveries: readonly StoredDelivery[]): Promise<void> {
  for (const delivery of deliveries) {
    if (delivery.status !== 'sending') continue;
    await runtime.change(deliveryKey(delivery, delivery), { leaseUntilMs: Date.now() - 1 });
  }
}

/** Makes leases, visibility timeouts and the sweeper's interval expire until no work is left. */
async function cleanUp(
  runtime: OwnRuntime,
  webhooks: readonly NewWebhook[],
  { events, withinMs }: FaultRunSize,
): Promise<StoredDelivery[]> {
  const deadlineMs = Date.now() + withinMs;
  for (;;) {
    const inOutbox = await untilQuiet(runtime, deadlineMs - Date.now());
    const deliveries = await deliveriesOf(runtime, webhooks);
    const delivered = deliveries.filter(({ status }) => status === 'delivered');
    const isInFlight = (await workQueues(runtime)).some(({ inFlight }) => inFlight > 0);
    const isDone = delivered.length === events * webhooks.length && inOutbox === 0 && !isInFlight;
    // The expectations report unfinished work.
    if (isDone || Date.now() > deadlineMs) return deliveries;
    await ageLeases(runtime, deliveries);
    if (inOutbox > 0) {
      await runtime.ageOutbox();
      await runtime.runSchedule(sweeper);
    }
    for (const queue of queues) await runtime.release(queue);
  }
}

/** Injects faults into deliveries to new webhooks of the sink, cleans up, and returns the result. */
export async function runUnderFaults(
  runtime: OwnRuntime,
  sink: Sink,
  size: FaultRunSize,
): Promise<FaultRunResult> {
  const webhooks = await createWebhooks(runtime, sink, size.webhooks);
  let blowing = true;
  const [responses, kills] = [seededRandom('webhook responses'), seededRandom('webhook kills')];
  sink.respond(() => {
    const isFailure = blowing && responses() < failingShare;
    return { status: isFailure ? randomBetween(responses, 500, 505) : 200 };
  });
  await runtime.addFault({ effect: 'throttle', service: 'dynamodb', rate: throttledShare });
  await runtime.addFault({ effect: 'duplicate', rate: repeatedShare });

  // They are killed at random points of the work, so that slow and fast machines behave alike.
  let published = 0;
  let killed = 0;
  const wholeWork = size.events * (1 + size.webhooks);
  const isDone = (work: number) => published + sink.requests.length >= work;
  const crashes = Array.from({ length: size.kills }, () => kills() * faultShare * wholeWork);
  const deadlineMs = Date.now() + size.withinMs;
  const until = async (work: number) => {
    while (!isDone(work) && Date.now() < deadlineMs) await sleep(pollMs);
  };
  const kill = async () => {
    for (const crash of crashes.toSorted((a, b) => a - b)) {
      await until(crash);
      const victim = workers[randomBetween(kills, 0, workers.length)] ?? deliverer;
      const count = await runtime.stopWorker(victim);
      if (victim === deliverer) killed += count;
    }
    await until(faultShare * wholeWork);
    blowing = false;
  };
  try {
    await Promise.all([kill(), publishAll(runtime, size.events, () => (published += 1))]);
  } finally {
    await runtime.clearFaults();
  }
  const deliveries = await cleanUp(runtime, webhooks, size);
  const givenBack = (await runtime.log(deliverer)).filter((line) => line.includes('"message failed"')).length;
  return { size, webhooks, deliveries, requests: [...sink.requests], killed, givenBack };
}

/** Every event reached every receiver and is counted once. */
export async function expectNothingLost(runtime: OwnRuntime, result: FaultRunResult): Promise<void> {
  const { size, webhooks, deliveries, requests } = result;
  const expected = size.events * size.webhooks;
  const statuses = Object.groupBy(deliveries, ({ status }) => status);
  expect(Object.keys(statuses)).toEqual(['delivered']);
  expect(new Set(deliveries.map(({ webhookId, messageId }) => `${webhookId} ${messageId}`)).size).toBe(
    expected,
  );
  expect(deliveries).toHaveLength(expected);
  const received = Map.groupBy(requests, textOf);
  const wanted = webhooks.flatMap((_, index) =>
    Array.from({ length: size.events }, (_unused, n) => `${hookPath(index)} ${n}`),
  );
  expect([...received.keys()].toSorted()).toEqual(wanted.toSorted());

  for (const { id } of webhooks) {
    const stats = await runtime.request<WebhookStats>('GET', `${webhookPath(id)}/stats`);
    const { total, pending, sending, failed, expired, delivered } = stats;
    expect({ total, pending, sending, failed, expired, delivered }).toEqual({
      ...{ total: size.events, delivered: size.events },
      ...{ pending: 0, sending: 0, failed: 0, expired: 0 },
    });
  }
  const nothing = { visible: 0, inFlight: 0, delayed: 0, deadLetters: 0 };
  expect(await workQueues(runtime)).toMatchObject(queues.map((name) => ({ name, ...nothing })));
  expect(await runtime.outbox()).toEqual([]);
}

/** Receivers get no more repetitions than kills and lost records explain, and can identify them by id. */
export function expectFewRepetitions(result: FaultRunResult): void {
  const { webhooks, deliveries, requests, killed, givenBack } = result;
  const receivedByDelivery = Map.groupBy(requests, textOf);
  for (const [what, copies] of receivedByDelivery)
    expect(new Set(copies.map(({ headers }) => headers['webhook-id'])).size, what).toBe(1);
  const ids = new Set(requests.map(({ headers }) => headers['webhook-id']));
  expect(ids.size).toBe(receivedByDelivery.size);
  expect(ids).toEqual(new Set(deliveries.map(({ messageId }) => messageId)));
  const secretOf = new Map(webhooks.map(({ secret }, index) => [hookPath(index), secret]));
  // The latest: a receiver refuses signatures older than five minutes, and a run may last longer.
  for (const request of requests.slice(-100)) verified(secretOf.get(request.path) ?? '', request);

  const attempts = deliveries.reduce((sum, { attemptNumber }) => sum + attemptNumber, 0);
  const unrecorded = requests.length - attempts;
  expect(unrecorded).toBeGreaterThanOrEqual(0);
  expect(unrecorded).toBeLessThanOrEqual(killed * batchSize + givenBack);
}

/** Each delivery's attempts are numbered from 1 without gaps, and only the last one succeeded. */
export async function expectGaplessAttempts(
  runtime: OwnRuntime,
  { deliveries }: FaultRunResult,
): Promise<void> {
  const items = await runtime.scan('delivery_attempt');
  const attemptsAt = Map.groupBy(items, ({ pk }) => String(pk));
  const scope = { tenantId: runtime.tenant.id };
  for (const { id, attemptNumber: last } of deliveries) {
    const attempts = (attemptsAt.get(deliveryPartition(scope, id)) ?? [])
      .map((item) => fromItem<StoredAttempt>(item, 'delivery_attempt'))
      .map(({ attemptNumber, outcome }) => `${attemptNumber} ${outcome}`);
    const numbers = Array.from({ length: last }, (_, index) => index + 1);
    const expected = numbers.map((number) => `${number} ${number === last ? 'delivered' : 'retry'}`);
    expect(attempts.toSorted()).toEqual(expected.toSorted());
  }
}
