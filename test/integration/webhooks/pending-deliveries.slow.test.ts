import { describe, expect, it } from 'vitest';
import { transact } from '../../../shared/kernel/table/write.ts';
import { listSubscriptions } from '../../../shared/modules/webhooks/endpoints/webhook-reader.ts';
import { webhookSwitchKey } from '../../../shared/modules/webhooks/keys.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  decidedDelivery,
  deliveriesOnce,
  deliveriesPath,
  fireSchedules,
  listDeliveries,
  publish,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { useReceivers } from '../../support/clients/sinks.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const aSink = useReceivers();

describe('a deleted webhook', () => {
  it('fails pending deliveries, and its log stays readable without its name', async () => {
    const owner = await aTenant();
    const sink = await aSink([500, 500, 500]);
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner);
    const [waiting] = await deliveriesOnce(owner, id, ({ attemptNumber }) => attemptNumber === 3);
    await owner.api.delete(webhookPath(id));
    await fireSchedules(`webhook-${waiting?.id}-`);
    const [row] = await decidedDeliveries(owner, id);
    expect(row).toMatchObject({
      status: 'failed',
      errorMessage: 'The webhook was deleted',
      webhookName: null,
    });
    expect((await listDeliveries(owner)).items).toEqual([row]);
  });
});

describe('a pending delivery', () => {
  /** A delivery that waits for its schedule. */
  async function aWaitingDelivery(owner: TestCaller) {
    const sink = await aSink(500);
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner);
    const [waiting] = await deliveriesOnce(owner, id, ({ attemptNumber }) => attemptNumber === 3);
    return { sink, webhookId: id, deliveryId: waiting?.id ?? '' };
  }

  it('expires without a request once its webhook is inactive', async () => {
    const owner = await aTenant();
    const { sink, webhookId, deliveryId } = await aWaitingDelivery(owner);
    await owner.api.put(webhookPath(webhookId), { body: { isActive: false } });
    await fireSchedules(`webhook-${deliveryId}-`);
    expect(await decidedDelivery(owner, webhookId)).toMatchObject({
      status: 'expired',
      errorMessage: 'Webhook is inactive',
      attemptNumber: 3,
    });
    expect(sink.requests).toHaveLength(3);
  });

  it('is sent to the webhook’s new URL', async () => {
    const owner = await aTenant();
    const { webhookId, deliveryId } = await aWaitingDelivery(owner);
    const moved = await aSink();
    await owner.api.put(webhookPath(webhookId), { body: { url: `${moved.url}/moved` } });
    await fireSchedules(`webhook-${deliveryId}-`);
    const { attempts, ...delivery } = await decidedDelivery(owner, webhookId);
    expect(delivery).toMatchObject({ status: 'delivered', targetUrl: `${moved.url}/moved` });
    expect(attempts.at(-1)?.url).toBe(`${moved.url}/moved`);
    expect(attempts[0]?.url).not.toBe(`${moved.url}/moved`);
  });

  it('is sent at once on demand, after which its schedule has no effect', async () => {
    const owner = await aTenant();
    const { sink, webhookId, deliveryId } = await aWaitingDelivery(owner);
    sink.respond(() => ({ status: 200 }));
    await owner.api.post(`${deliveriesPath}/${deliveryId}/retry`);
    await decidedDeliveries(owner, webhookId);
    await fireSchedules(`webhook-${deliveryId}-`);
    // A later event passes the same queue after the schedule's message.
    await publish(owner);
    await decidedDeliveries(owner, webhookId, 2);
    expect(sink.requests).toHaveLength(5);
  });

  it('expires, and none is created, while the integration is disabled', async () => {
    const owner = await aTenant();
    const { webhookId, deliveryId } = await aWaitingDelivery(owner);
    const turn = (isEnabled: boolean) =>
      transact([{ put: { ...webhookSwitchKey(owner), entity: 'webhook_switch', v: 1, isEnabled } }]);
    await turn(false);
    await fireSchedules(`webhook-${deliveryId}-`);
    const [expired] = await decidedDeliveries(owner, webhookId);
    expect(expired).toMatchObject({
      status: 'expired',
      errorMessage: 'Custom Webhooks integration is disabled',
    });
    for (const path of [`${webhookPath(webhookId)}/test`, `${deliveriesPath}/${deliveryId}/retry`]) {
      expect(await owner.api.post(path)).toMatchObject({ status: 409, body: { code: 'webhooks_disabled' } });
    }
    expect(await listSubscriptions(owner, owner.organizationId)).toEqual([]);
    await turn(true);
    expect(await listSubscriptions(owner, owner.organizationId)).toMatchObject([{ webhookId }]);
  });
});
