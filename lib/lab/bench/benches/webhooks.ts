/** Costs and speed of webhooks: signatures, one worker, and the whole path from an event to its receivers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { newSecret, signatures } from '../../../../shared/modules/webhooks/deliveries/sign.ts';
import { functionName } from '../../../aws/names.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { runTool } from '../child.ts';
import type { BenchCaller, Platform } from '../platform.ts';
import { settledCalls } from '../settled-calls.ts';
import { startBenchSink } from '../sink.ts';
import { sized } from '../size.ts';
import { alternate, increases, median, quantile, timed } from '../statistics.ts';
import type { DeliverJob, DeliverReport } from '../tools/deliver.ts';

const rounds = sized(7, 1);
const messages = sized(3_000, 10);
/** A delivery of a common size. */
const body = JSON.stringify({
  type: 'sales.order.shipped',
  timestamp: '2026-03-01T09:30:00.000Z',
  data: {
    id: 'SO-1001',
    lines: Array.from({ length: 20 }, (_, line) => ({ line, sku: `SKU-${line}-BLUE` })),
  },
});

/** Microseconds for signing and verifying one message. Throws when a signature does not verify. */
async function timeOf(signAndVerify: (id: string) => boolean): Promise<number> {
  const elapsedMs = await timed(() => {
    for (let message = 0; message < messages; message++)
      if (!signAndVerify(`msg_${message}`)) throw new Error('The signature does not verify.');
  });
  return (elapsedMs * 1_000) / messages;
}

async function measureSignVerify(): Promise<Measurement> {
  const secret = newSecret();
  const theirs = new Webhook(secret);
  const now = new Date();
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const headersOf = (id: string, signature: string) => ({
    'webhook-id': id,
    'webhook-timestamp': String(nowSeconds),
    'webhook-signature': signature,
  });
  const verified = (id: string, signature: string) => {
    // Throws on a wrong signature.
    theirs.verify(body, headersOf(id, signature), { jsonParse: false });
    return true;
  };
  const signAndVerify = (id: string) => verified(id, signatures([secret], id, nowSeconds, body));
  const signAndVerifyTheirs = (id: string) => verified(id, theirs.sign(id, now, body));
  // The first round compiles the code and is not counted.
  const { ours, other } = await alternate(rounds + 1, {
    ours: () => timeOf(signAndVerify),
    other: () => timeOf(signAndVerifyTheirs),
  });
  return {
    ours: median(ours.slice(1)),
    other: median(other.slice(1)),
    notes: [`median of ${rounds} times ${messages} messages of ${Buffer.byteLength(body)} B`],
  };
}

const kilobyte = JSON.stringify({ type: 'sales.order.shipped', data: { text: 'x'.repeat(980) } });
const work = { webhooks: 5, batchSize: 50, batches: sized(20, 1), rounds: sized(7, 1), payload: kilobyte };

async function measureThroughput(context: BenchContext): Promise<Measurement> {
  const bundles = await context.bundles();
  const table = await context.passiveTable();
  await using sink = await startBenchSink(bundles.tool('sink'));
  const { ours, bare, oursCpuMs, bareCpuMs } = await runTool<DeliverJob, DeliverReport>(
    bundles.tool('deliver'),
    { ...work, ours: bundles.ours('webhooks', 'deliver'), bare: bundles.bare('deliver'), sinkUrl: sink.url },
    { ...table.environment, ALLOW_PRIVATE_WEBHOOKS: 'true' },
  );
  const expected = 2 * work.batchSize * work.batches * (work.rounds + 1);
  const { length: received } = await sink.arrivals(expected);
  if (received !== expected) throw new Error(`The receiver got ${received} requests of ${expected}.`);
  const cpu = (figures: readonly number[]) => `${median(figures).toFixed(2)} ms CPU`;
  return {
    ours: median(ours),
    other: median(bare),
    notes: [
      `median of ${work.rounds} rounds of ${work.batchSize * work.batches} in alternation, 1 KB bodies, concurrency 50`,
      `per delivery ${cpu(oursCpuMs)} compared with ${cpu(bareCpuMs)}`,
    ],
  };
}

async function subscribe(platform: Platform, caller: BenchCaller, url: string, type: string): Promise<void> {
  const body = { name: 'bench', url, subscribedEvents: [type] };
  await platform.call(caller, 'POST', '/api/webhooks', body);
}

const publish = (platform: Platform, caller: BenchCaller, type: string) =>
  platform.call(caller, 'POST', '/api/events', { type, data: { number: 1 } });

const nowMs = () => performance.timeOrigin + performance.now();
const [latencyWarmUps, latencyEvents, idleMs] = [sized(10, 1), sized(100, 3), 50];

async function measureLatency(context: BenchContext): Promise<Measurement> {
  const [bundles, platform] = [await context.bundles(), await context.platform()];
  await using sink = await startBenchSink(bundles.tool('sink'));
  const caller = await platform.tenantWithRules(0);
  const type = 'bench.delivery.timed';
  await subscribe(platform, caller, sink.url, type);
  const elapsedMs: number[] = [];
  for (let count = 1; count <= latencyWarmUps + latencyEvents; count++) {
    await publish(platform, caller, type);
    const respondedMs = nowMs();
    const arrivals = await sink.arrivals(count);
    if (count > latencyWarmUps) elapsedMs.push(Math.max(0, (arrivals.at(-1) ?? 0) - respondedMs));
    await sleep(Math.random() * idleMs);
  }
  return {
    ours: quantile(elapsedMs, 0.99),
    other: null,
    notes: [
      `${latencyEvents} events one after the other, through stream, bus and both queues; p50 ${median(elapsedMs).toFixed(0)} ms`,
    ],
  };
}

const [countedWebhooks, countedEvents] = [sized(10, 2), sized(40, 2)];
/** The functions between outbox and final row; the first also publishes the events about deliveries. */
const countedFunctions = [
  functionName('local', 'events', 'publish'),
  functionName('local', 'webhooks', 'dispatch'),
  functionName('local', 'webhooks', 'deliver'),
];

async function measureRequests(context: BenchContext): Promise<Measurement> {
  const [bundles, platform] = [await context.bundles(), await context.platform()];
  await using sink = await startBenchSink(bundles.tool('sink'));
  const caller = await platform.tenantWithRules(0);
  const type = 'bench.delivery.counted';
  for (let webhook = 0; webhook < countedWebhooks; webhook++) {
    await subscribe(platform, caller, `${sink.url}/${webhook}`, type);
  }
  const before = await settledCalls(platform, countedFunctions);
  for (let event = 0; event < countedEvents; event++) await publish(platform, caller, type);
  const deliveries = countedEvents * countedWebhooks;
  await sink.arrivals(deliveries);
  const calls = increases(before, await settledCalls(platform, countedFunctions));
  // Calls of KMS happen once per function instance.
  const perDelivery = Object.entries(calls)
    .filter(([name]) => !name.includes(' kms:'))
    .map(([name, count]) => ({ name, requests: count / deliveries }));
  return {
    ours: perDelivery.reduce((sum, { requests }) => sum + requests, 0),
    other: null,
    notes: [
      `${countedEvents} events to ${countedWebhooks} webhooks: all DynamoDB, SQS and bus requests of the functions publish,`,
      'dispatch and deliver, statistics and the publishing of each delivery’s own events included; a batch is one request',
      perDelivery.map(({ name, requests }) => `${name} ${requests.toFixed(2)}`).join(', '),
    ],
    details: Object.fromEntries(perDelivery.map(({ name, requests }) => [name, requests])),
  };
}

export const webhookBenches: readonly Bench[] = [
  {
    name: 'sign-verify',
    unit: 'µs per message',
    against: 'signed by the reference library, standardwebhooks, which verifies both',
    bar: 1,
    measure: measureSignVerify,
  },
  {
    name: 'delivery-throughput',
    unit: 'deliveries/s of one worker',
    against: 'bare undici loop with two writes each',
    bar: 0.5,
    atLeast: true,
    measure: measureThroughput,
  },
  {
    name: 'event-to-delivery-ms',
    unit: 'ms p99 from the response of the write to the webhook request',
    bar: 1_500,
    measure: measureLatency,
  },
  {
    name: 'dispatch-requests',
    unit: 'requests per delivery',
    // Each delivery is claimed and ended; the other requests are batches, which are smaller on a busy machine.
    bar: 4.5,
    measure: measureRequests,
  },
];
