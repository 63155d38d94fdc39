import { describe, expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  decidedDelivery,
  deliveriesOnce,
  deliveriesPath,
  fireSchedules,
  publish,
  readWebhook,
  verified,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { useReceivers } from '../../support/clients/sinks.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const aSink = useReceivers();

describe('a receiver that fails', () => {
  it('is retried with the same message id and a new signature, and every attempt is stored', async () => {
    const owner = await aTenant();
    const sink = await aSink([503, 429, 204]);
    const { id, secret } = await aWebhook(owner, {}, sink);
    await publish(owner);
    const delivery = await decidedDelivery(owner, id);
    expect(delivery).toMatchObject({ status: 'delivered', attemptNumber: 3, errorMessage: null });
    expect(delivery.attempts).toMatchObject([
      {
        outcome: 'retry',
        responseStatus: 503,
        responseBody: 'answer 1',
        errorMessage: 'The receiver responded with status 503.',
      },
      { outcome: 'retry', responseStatus: 429 },
      { outcome: 'delivered', responseStatus: 204 },
    ]);
    expect(new Set(sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(sink.requests.map(({ headers }) => headers['webhook-signature'])).size).toBeGreaterThan(1);
    for (const request of sink.requests) verified(secret, request);
    expect(await readWebhook(owner, id)).toMatchObject({
      consecutiveFailures: 0,
      lastFailureAt: expect.any(String),
    });
  });

  it('for longer than the maximum SQS delay is retried by a schedule, once', async () => {
    const owner = await aTenant();
    const sink = await aSink([500, 500, 500, 200]);
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner);
    const [waiting] = await deliveriesOnce(owner, id, ({ attemptNumber }) => attemptNumber === 3);
    expect(waiting).toMatchObject({ status: 'pending' });
    const waitSeconds = (Date.parse(waiting?.nextRetryAt ?? '') - Date.now()) / 1_000;
    expect(waitSeconds).toBeGreaterThan(900);
    expect(await fireSchedules(`webhook-${waiting?.id}-`)).toBe(1);
    expect(await decidedDelivery(owner, id)).toMatchObject({ status: 'delivered', attemptNumber: 4 });
    expect(await fireSchedules(`webhook-${waiting?.id}-`)).toBe(0);
  });

  it('expires the delivery after all attempts, and receives one more on demand', async () => {
    const owner = await aTenant();
    const sink = await aSink([500, 500, 200]);
    const { id } = await aWebhook(owner, { maxRetries: 2 }, sink);
    await publish(owner);
    const delivery = await decidedDelivery(owner, id);
    expect(delivery).toMatchObject({
      status: 'expired',
      attemptNumber: 2,
      responseStatus: 500,
      nextRetryAt: null,
    });
    const path = `${deliveriesPath}/${delivery.id}`;
    const seen = { 'if-match': String((await owner.api.get(path)).headers.get('etag')) };
    const { status, body } = await owner.api.post(`${path}/retry`, { headers: seen });
    expect(status).toBe(200);
    const unseen = await owner.api.post(`${path}/retry`, { headers: seen });
    expect([unseen.status, unseen.body.code]).toEqual([412, 'stale']);
    expect(body).toMatchObject({
      success: true,
      delivery: { status: 'pending', id: delivery.id, maxAttempts: 3 },
    });
    const [again] = await deliveriesOnce(owner, id, (row) => row.status === 'delivered');
    expect(again).toMatchObject({ attemptNumber: 3, messageId: delivery.messageId });
  });

  it.each([0, 1])('receives a single attempt with maxRetries %s', async (maxRetries) => {
    const owner = await aTenant();
    const sink = await aSink(500);
    const { id } = await aWebhook(owner, { maxRetries }, sink);
    await publish(owner);
    expect(await decidedDelivery(owner, id)).toMatchObject({
      status: 'expired',
      attemptNumber: 1,
      maxAttempts: 1,
    });
  });

  it.each([400, 404, 302])('with %s is not retried', async (status) => {
    const owner = await aTenant();
    const sink = await aSink(status, { location: '/elsewhere' });
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner);
    expect(await decidedDelivery(owner, id)).toMatchObject({
      status: 'expired',
      attemptNumber: 1,
      responseStatus: status,
    });
    expect(sink.requests).toHaveLength(1);
    expect(await readWebhook(owner, id)).toMatchObject({ isActive: true, consecutiveFailures: 1 });
  });

  it('with 410 disables the webhook, with the reason', async () => {
    const owner = await aTenant();
    const sink = await aSink(410);
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner);
    expect(await decidedDelivery(owner, id)).toMatchObject({ status: 'expired', responseStatus: 410 });
    await expect
      .poll(() => readWebhook(owner, id), { timeout: 20_000 })
      .toMatchObject({ isActive: false, disabledReason: 'gone' });
    await publish(owner);
    await owner.api.put(webhookPath(id), { body: { isActive: true } });
    expect(await readWebhook(owner, id)).toMatchObject({
      isActive: true,
      disabledReason: null,
      consecutiveFailures: 0,
    });
  });

  it('too often in a row is disabled; enabled again its count starts from zero', async () => {
    const owner = await aTenant();
    const sink = await aSink(404);
    const { id } = await aWebhook(owner, { autoDisableThreshold: 2 }, sink);
    await publish(owner);
    await decidedDeliveries(owner, id, 1);
    expect(await readWebhook(owner, id)).toMatchObject({ isActive: true });
    await publish(owner);
    await expect
      .poll(() => readWebhook(owner, id), { timeout: 20_000 })
      .toMatchObject({ isActive: false, disabledReason: 'failures', consecutiveFailures: 2 });
    await owner.api.put(webhookPath(id), { body: { isActive: true } });
    await publish(owner);
    await decidedDeliveries(owner, id, 3);
    await expect
      .poll(() => readWebhook(owner, id), { timeout: 20_000 })
      .toMatchObject({ isActive: true, consecutiveFailures: 1 });
  });
});
