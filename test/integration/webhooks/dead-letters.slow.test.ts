/** Messages that cannot be handled: dead letters, and their redrive. */
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
import { type Sink, startSink } from '../../support/clients/sink.ts';
import {
  deliverer,
  faultRunSettings,
  untilQuiet,
} from '../../support/fault-injection/webhooks-under-faults.ts';
import { type OwnRuntime, startOwnRuntime } from '../../support/runtime/own-runtime.ts';

callOverHttp();

const withinMs = 180_000;

let runtime: OwnRuntime;
let sink: Sink;
beforeAll(async () => {
  [runtime, sink] = await Promise.all([startOwnRuntime({ settings: faultRunSettings }), startSink()]);
});
afterAll(() => Promise.all([runtime.stop(), sink.stop()]));

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
