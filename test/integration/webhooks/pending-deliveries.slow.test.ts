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
  publish,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { useReceivers } from '../../support/clients/sinks.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const aSink = useReceivers();

describe('a pending delivery', () => {
  /** A delivery that waits for its schedule, whose receiver then responds with this status. */
  async function aWaitingDelivery(owner: TestCaller, status: number) {
    const sink = await aSink([500, 500, 500, status]);
    const { id: webhookId } = await aWebhook(owner, {}, sink);
    await publish(owner);
    const [waiting] = await deliveriesOnce(owner, webhookId, ({ attemptNumber }) => attemptNumber === 3);
    return { sink, webhookId, waiting, deliveryId: waiting?.id ?? '' };
  }

  it('beyond the maximum SQS delay is sent by a schedule, once', async () => {
    const owner = await aTenant();
    const { waiting, webhookId, deliveryId } = await aWaitingDelivery(owner, 200);
    expect(waiting).toMatchObject({ status: 'pending' });
    const waitSeconds = (Date.parse(waiting?.nextRetryAt ?? '') - Date.now()) / 1_000;
    expect(waitSeconds).toBeGreaterThan(900);
    expect(await fireSchedules(`webhook-${deliveryId}-`)).toBe(1);
    expect(await decidedDelivery(owner, webhookId)).toMatchObject({ status: 'delivered', attemptNumber: 4 });
    expect(await fireSchedules(`webhook-${deliveryId}-`)).toBe(0);
  });

  it('is sent at once on demand, after which its schedule has no effect', async () => {
    const owner = await aTenant();
    const { sink, webhookId, deliveryId } = await aWaitingDelivery(owner, 200);
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
    const { webhookId, deliveryId } = await aWaitingDelivery(owner, 500);
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
