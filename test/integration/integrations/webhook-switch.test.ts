import { randomUUID } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { findIntegration } from '../../../shared/modules/webhooks/endpoints/webhook-reader.ts';
import { save, turn } from '../../support/builders/integrations.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  deliveriesPath,
  listDeliveries,
  publish,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { send } from '../../support/clients/api.ts';
import { startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const integration = 'webhook_custom';

async function anInboundEndpoint({ api }: TestCaller) {
  const { body } = await api.post<{ id: string; secret: string }>('/api/webhooks/inbound-endpoints', {
    body: { name: 'Provider', providerKey: 'standard_webhooks' },
  });
  const receive = () => {
    const [id, at, text] = [`msg_${randomUUID()}`, new Date(), '{"type":"invoice.paid"}'];
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Signer(body.secret).sign(id, at, text),
    };
    return send('POST', `/api/webhooks/inbound/${body.id}`, { body: text, headers });
  };
  return receive;
}

it('disabled webhooks of the organization neither send nor receive, until they are enabled again', async () => {
  const owner = await aTenant();
  const sibling = await aSibling(owner);
  await using sink = await startSink();
  const webhook = await aWebhook(owner, {}, sink);
  const other = await aWebhook(sibling, {}, sink);
  const receive = await anInboundEndpoint(owner);
  await publish(owner);
  const [delivery] = await decidedDeliveries(owner, webhook.id);

  await turn(owner, integration, { isEnabled: false });
  const test = `${webhookPath(webhook.id)}/test`;
  const retry = `${deliveriesPath}/${delivery?.id}/retry`;
  for (const path of [test, retry]) {
    expect(await owner.api.post(path)).toMatchObject({ status: 409, body: { code: 'webhooks_disabled' } });
  }
  expect(await receive()).toMatchObject({ status: 503, body: { code: 'webhooks_unavailable' } });
  await publish(owner);
  expect((await sibling.api.post(`${webhookPath(other.id)}/test`)).status).toBe(200);
  // The event of the sibling was published later in the same queue.
  await publish(sibling);
  await decidedDeliveries(sibling, other.id, 2);
  expect((await listDeliveries(owner, `webhookId=${webhook.id}`)).total).toBe(1);

  await turn(owner, integration, { isEnabled: true });
  expect((await owner.api.post(test)).body).toMatchObject({ delivery: { status: 'delivered' } });
  expect((await owner.api.post(retry)).status).toBe(200);
  expect((await receive()).status).toBe(200);
});

it('the setting to notify of failed deliveries applies to webhooks, and is kept when they are disabled', async () => {
  const owner = await aTenant();
  expect(await findIntegration(owner)).toEqual({ isEnabled: true, notifyOnFailedDelivery: false });
  await save(owner, integration, { notifyOnFailedDelivery: true });
  expect(await findIntegration(owner)).toEqual({ isEnabled: true, notifyOnFailedDelivery: true });
  await turn(owner, integration, { isEnabled: false });
  expect(await findIntegration(owner)).toEqual({ isEnabled: false, notifyOnFailedDelivery: true });
  await save(owner, integration, {});
  expect(await findIntegration(owner)).toEqual({ isEnabled: false, notifyOnFailedDelivery: false });
});
