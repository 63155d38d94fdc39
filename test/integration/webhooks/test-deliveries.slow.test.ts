import { describe, expect, it } from 'vitest';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  deliveriesOnce,
  deliveriesPath,
  getDelivery,
  readWebhook,
  verified,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { useReceivers } from '../../support/clients/sinks.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const aSink = useReceivers();

describe('a test delivery', () => {
  it('is sent at once, recorded, and returned with its result', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id, secret } = await aWebhook(owner, {}, sink);
    const { status, body } = await owner.api.post<{ delivery: { id: string } }>(`${webhookPath(id)}/test`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      delivery: {
        status: 'delivered',
        eventType: 'webhooks.test.ping',
        attemptNumber: 1,
        responseStatus: 200,
      },
    });
    const [request] = sink.requests;
    if (request === undefined) throw new Error('nothing arrived');
    const { tenantId, organizationId } = owner;
    expect(verified(secret, request)).toMatchObject({
      data: { ping: true, webhookId: id, tenantId, organizationId },
    });
    expect(await getDelivery(owner, body.delivery.id)).toMatchObject({ status: 'delivered' });
  });

  it('has the type and data of the caller', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id } = await aWebhook(owner, {}, sink);
    const body = { eventType: 'webhooks.test.detail', payload: { a: [1] } };
    await owner.api.post(`${webhookPath(id)}/test`, { body });
    expect(JSON.parse(sink.requests[0]?.body ?? '')).toMatchObject({
      type: 'webhooks.test.detail',
      data: { a: [1], tenantId: owner.tenantId, organizationId: owner.organizationId },
    });
  });

  it('that the receiver refuses returns 200 and is expired, and can be sent again', async () => {
    const owner = await aTenant();
    const sink = await aSink([500, 200]);
    const { id } = await aWebhook(owner, {}, sink);
    const { status, body } = await owner.api.post<{ delivery: { id: string } }>(`${webhookPath(id)}/test`);
    expect(status).toBe(200);
    expect(body.delivery).toMatchObject({ status: 'expired', responseStatus: 500, nextRetryAt: null });
    await owner.api.post(`${deliveriesPath}/${body.delivery.id}/retry`);
    const [again] = await deliveriesOnce(owner, id, (row) => row.status === 'delivered');
    expect(again?.attemptNumber).toBe(2);
  });

  it('of an inactive webhook sends nothing and returns the reason', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id } = await aWebhook(owner, {}, sink);
    await owner.api.put(webhookPath(id), { body: { isActive: false } });
    const { status, body } = await owner.api.post(`${webhookPath(id)}/test`);
    expect(status).toBe(200);
    expect(body.delivery).toMatchObject({
      status: 'expired',
      responseStatus: null,
      errorMessage: 'Webhook is inactive',
      attempts: [],
    });
    expect(sink.requests).toEqual([]);
  });

  it('with a 410 response disables the webhook', async () => {
    const owner = await aTenant();
    const sink = await aSink(410);
    const { id } = await aWebhook(owner, {}, sink);
    await owner.api.post(`${webhookPath(id)}/test`);
    expect(await readWebhook(owner, id)).toMatchObject({ isActive: false, disabledReason: 'gone' });
  });

  it('needs the feature webhooks.test', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    const { tenantId, organizationId } = owner;
    const manager = await aKey({ tenantId, organizationId, features: ['webhooks.manage', 'webhooks.view'] });
    const { status, body } = await manager.api.post(`${webhookPath(id)}/test`);
    expect({ status, required: body.required }).toEqual({ status: 403, required: ['webhooks.test'] });
  });
});
