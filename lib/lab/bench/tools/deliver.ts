/**
 * Child process of the throughput bench: stores deliveries, then lets our worker and a bare loop deliver in
 * alternation, fifty at a time. One process for both sides, so that both are compiled and warm.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { writerOf } from '../../../../shared/kernel/resources/writer.ts';
import {
  deliveryIds,
  newDelivery,
  type StoredDelivery,
} from '../../../../shared/modules/webhooks/deliveries/delivery.ts';
import { insertDeliveries } from '../../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { toDeliverMessage } from '../../../../shared/modules/webhooks/deliveries/messages.ts';
import { newSecret } from '../../../../shared/modules/webhooks/deliveries/sign.ts';
import { newWebhook, type StoredWebhook } from '../../../../shared/modules/webhooks/endpoints/webhook.ts';
import { webhookRows } from '../../../../shared/modules/webhooks/endpoints/webhook-rows.ts';
import { sealSigningSecret } from '../../../../shared/modules/webhooks/endpoints/webhook-secrets.ts';
import { benchContext, createHome } from '../home.ts';
import { alternate } from '../statistics.ts';

export interface DeliverJob {
  /** Bundles of the worker and of the bare loop. */
  ours: string;
  bare: string;
  sinkUrl: string;
  webhooks: number;
  /** Deliveries per invocation. */
  batchSize: number;
  /** Invocations per round; as many warm up before the first. */
  batches: number;
  rounds: number;
  /** The delivered JSON text. */
  payload: string;
}

export interface DeliverReport {
  /** Deliveries per second of each round. */
  ours: number[];
  bare: number[];
  /** This process's CPU milliseconds per delivery, for each round. */
  oursCpuMs: number[];
  bareCpuMs: number[];
}

const [jobFile = '', reportFile = ''] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile, 'utf8')) as DeliverJob;

type Handler = (event: unknown) => Promise<unknown>;
const handlerOf = async (bundle: string): Promise<Handler> =>
  ((await import(pathToFileURL(bundle).href)) as { handler: Handler }).handler;
const [ours, bare] = [await handlerOf(job.ours), await handlerOf(job.bare)];

const scope = await createHome();
const type = 'sales.order.shipped';

async function aWebhook(index: number): Promise<StoredWebhook> {
  const context = benchContext();
  const input = { name: 'bench', url: `${job.sinkUrl}/hook-${index}`, subscribedEvents: [type] };
  const made = { id: randomUUID(), secret: await sealSigningSecret(scope, newSecret()) };
  const webhook = newWebhook(scope, input, made, { autoDisableThreshold: 100 }, context);
  await writerOf(webhookRows).insert(webhook, context);
  return webhook;
}

/** Stores the deliveries of one event, one for each webhook. */
async function anEvent(webhooks: readonly StoredWebhook[]): Promise<StoredDelivery[]> {
  const [nowMs, eventId] = [Date.now(), randomUUID()];
  const deliveries = webhooks.map(({ id: webhookId, url: targetUrl, maxRetries: maxAttempts }) => {
    const ids = deliveryIds({ idempotencyKey: eventId, occurredAtMs: nowMs }, webhookId);
    const facts = { ...scope, ...ids, webhookId, targetUrl, maxAttempts, madeAtMs: nowMs };
    return newDelivery({ ...facts, eventType: type, payloadId: eventId }, nowMs);
  });
  await insertDeliveries(deliveries, job.payload);
  return deliveries;
}

/** An event of SQS, as JSON text: a function parses what it is invoked with. */
function sqsEvent(deliveries: readonly StoredDelivery[]): string {
  const attributes = { ApproximateReceiveCount: '1' };
  const Records = deliveries.map((delivery) => ({
    messageId: randomUUID(),
    attributes,
    body: JSON.stringify(toDeliverMessage(delivery, 1)),
  }));
  return JSON.stringify({ Records });
}

async function waitingEvents(): Promise<string[]> {
  const webhooks = await Promise.all(Array.from({ length: job.webhooks }, (_, index) => aWebhook(index)));
  const events: string[] = [];
  while (events.length < job.batches * (job.rounds + 1)) {
    const deliveries: StoredDelivery[] = [];
    while (deliveries.length < job.batchSize) deliveries.push(...(await anEvent(webhooks)));
    events.push(sqsEvent(deliveries));
  }
  return events;
}

function bareEvent(): string {
  const url = `${job.sinkUrl}/hook`;
  const all = Array.from({ length: job.batchSize }, () => ({ pk: randomUUID(), url, body: job.payload }));
  return JSON.stringify(all);
}

interface Round {
  perSecond: number;
  cpuMs: number;
}

/** Runs a handler on the events one after the other. Throws when our worker reports failures. */
async function round(handler: Handler, events: readonly string[]): Promise<Round> {
  const [startMs, cpu] = [performance.now(), process.cpuUsage()];
  for (const event of events) {
    const answer = JSON.stringify(await handler(JSON.parse(event)));
    if (answer.includes('itemIdentifier')) throw new Error(`The worker failed: ${answer}`);
  }
  const seconds = (performance.now() - startMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const deliveries = events.length * job.batchSize;
  return { perSecond: deliveries / seconds, cpuMs: (user + system) / 1_000 / deliveries };
}

const waiting = await waitingEvents();
const measured = await alternate(job.rounds + 1, {
  ours: () => round(ours, waiting.splice(0, job.batches)),
  bare: () => round(bare, Array.from({ length: job.batches }, bareEvent)),
});
const [ourRounds, bareRounds] = [measured.ours.slice(1), measured.bare.slice(1)];
const report: DeliverReport = {
  ours: ourRounds.map(({ perSecond }) => perSecond),
  bare: bareRounds.map(({ perSecond }) => perSecond),
  oursCpuMs: ourRounds.map(({ cpuMs }) => cpuMs),
  bareCpuMs: bareRounds.map(({ cpuMs }) => cpuMs),
};
writeFileSync(reportFile, JSON.stringify(report));
process.exit(0);
