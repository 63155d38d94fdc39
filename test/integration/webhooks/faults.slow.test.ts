/** Deliveries with crashing workers, throttled tables, faulty receivers and poison messages. */
import { PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Delivery } from '../../../shared/modules/webhooks/deliveries/delivery-contract.ts';
import { webhookKey } from '../../../shared/modules/webhooks/keys.ts';
import {
  aWebhookBody,
  type DeliveryPage,
  deliveriesPath,
  type NewWebhook,
  webhooksPath,
} from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { rawReceiver } from '../../support/clients/raw-receiver.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import {
  deliverer,
  expectFewRepetitions,
  expectGaplessAttempts,
  expectNothingLost,
  type FaultRunResult,
  faultRunSettings,
  fewWorkers,
  runUnderFaults,
  untilQuiet,
} from '../../support/fault-injection/webhooks-under-faults.ts';
import { type OwnRuntime, startOwnRuntime } from '../../support/runtime/own-runtime.ts';

callOverHttp();

const withinMs = 180_000;

let runtime: OwnRuntime;
let sink: Sink;

beforeAll(async () => {
  const starting = startOwnRuntime({ settings: faultRunSettings, change: fewWorkers });
  [runtime, sink] = await Promise.all([starting, startSink()]);
});
afterAll(() => Promise.all([runtime.stop(), sink.stop()]));

describe('deliveries with crashing workers, redelivered batches, throttled tables and failing receivers', () => {
  let aftermath: FaultRunResult;
  beforeAll(async () => {
    aftermath = await runUnderFaults(runtime, sink, { events: 80, webhooks: 4, kills: 4, withinMs });
  }, 3 * withinMs);

  it('loses no event, completes every delivery, and logs each once', () =>
    expectNothingLost(runtime, aftermath));

  it('repeats requests only if the worker died or could not record them, with the same id', () =>
    expectFewRepetitions(aftermath));

  it('leaves attempts without gaps', () => expectGaplessAttempts(runtime, aftermath));
});

/** A webhook for events of this type. Every attempt has a timeout of one second. */
const aHook = (url: string, type: string) =>
  runtime.request<NewWebhook>(
    'POST',
    webhooksPath,
    aWebhookBody({ url, subscribedEvents: [type], maxRetries: 1, timeoutMs: 1_000 }),
  );

const publish = (type: string) => runtime.request('POST', '/api/events', { type, data: {} });

/** Waits for the end of the only delivery of a webhook. */
function decided({ id }: NewWebhook): Promise<Delivery> {
  return eventually('the delivery completed', async () => {
    const { items } = await runtime.request<DeliveryPage>('GET', `${deliveriesPath}?webhookId=${id}`);
    const [row] = items;
    if (row === undefined || row.status === 'pending' || row.status === 'sending') return undefined;
    return runtime.request<Delivery>('GET', `${deliveriesPath}/${row.id}`);
  });
}

describe('a receiver', () => {
  const mebibyte = Buffer.alloc(1_048_576, 'x');
  const endlessMebibytes = 100;

  it('that drips, or returns 100 MB, costs one timeout or a bounded read, without effect on others of the batch', async () => {
    await using dripping = await startSink();
    dripping.respond(() => ({ drip: { text: '.', everyMs: 50 } }));
    const ended = Promise.withResolvers<number>();
    await using endless = await rawReceiver((socket) => {
      let left = endlessMebibytes;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${left * mebibyte.length}\r\n\r\n`);
      const sendMany = () => {
        while (left > 0 && !socket.destroyed) {
          left -= 1;
          if (!socket.write(mebibyte)) return;
        }
      };
      socket.on('drain', sendMany);
      socket.once('close', () => ended.resolve(socket.bytesWritten));
      sendMany();
    });
    const type = 'sales.order.returned';
    const healthy = [await aHook(`${sink.url}/a`, type), await aHook(`${sink.url}/b`, type)];
    const slow = await aHook(dripping.url, type);
    const large = await aHook(endless.url, type);
    await publish(type);

    for (const delivery of await Promise.all(healthy.map(decided))) {
      expect(delivery).toMatchObject({ status: 'delivered', attemptNumber: 1 });
      expect(delivery.durationMs).toBeLessThan(1_000);
    }
    expect(await decided(large)).toMatchObject({
      status: 'delivered',
      responseStatus: 200,
      responseBody: 'x'.repeat(4_096),
    });
    // Bytes in the buffers of both ends when the sender has stopped reading.
    expect(await ended.promise).toBeLessThan(0.2 * endlessMebibytes * mebibyte.length);
    expect(await decided(slow)).toMatchObject({
      status: 'delivered',
      durationMs: 1_000,
      errorMessage: null,
    });
    expect(dripping.requests).toHaveLength(1);
  });
});

/** Receives the messages of the queue repeatedly, until they are dead letters. */
async function exhaustAttempts(queue: string): Promise<void> {
  await eventually(`dead letters of ${queue}`, async () => {
    await runtime.release(queue);
    return ((await runtime.queue(queue)).deadLetters ?? 0) > 0 ? true : undefined;
  });
}

describe('a poison message', () => {
  const queue = 'webhook-deliveries';

  it('ends in the dead-letter queue', async () => {
    const MessageBody = 'not a message';
    await runtime.sqs.send(new SendMessageCommand({ QueueUrl: runtime.queueUrl(queue), MessageBody }));
    await exhaustAttempts(queue);
    expect(await runtime.queue(queue)).toMatchObject({ visible: 0, inFlight: 0, deadLetters: 1 });
    expect((await runtime.log(deliverer)).at(-2)).toContain('"receiveCount":10');
    await runtime.sqs.send(new PurgeQueueCommand({ QueueUrl: runtime.queueUrl(`${queue}-dlq`) }));
  });

  it('can be redriven, and is delivered after its cause is fixed', async () => {
    const type = 'sales.order.poisoned';
    const webhook = await aHook(`${sink.url}/poisoned`, type);
    const { id: tenantId, organizations } = runtime.tenant;
    const key = webhookKey({ tenantId, organizationId: organizations.north }, webhook.id);
    const row = (await runtime.query(key.pk)).find(({ sk }) => sk === key.sk);
    await runtime.change(key, { secret: 'broken' });
    await publish(type);
    await exhaustAttempts(queue);
    const { items } = await runtime.request<DeliveryPage>('GET', `${deliveriesPath}?webhookId=${webhook.id}`);
    expect(items).toMatchObject([
      { status: 'failed', attemptNumber: 0, errorMessage: expect.stringContaining('could not be prepared') },
    ]);

    await runtime.change(key, { secret: row?.secret });
    expect(await runtime.redrive(queue)).toBe(1);
    await expect
      .poll(() => decided(webhook), { timeout: withinMs })
      .toMatchObject({ status: 'delivered', attemptNumber: 1 });
    await untilQuiet(runtime, withinMs);
    expect(await runtime.queue(queue)).toMatchObject({ visible: 0, inFlight: 0, deadLetters: 0 });
  });
});
