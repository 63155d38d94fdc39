import { describe, it } from 'vitest';
import {
  deliveryIds,
  newDelivery,
  type StoredDelivery,
} from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { insertDeliveries } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aWebhook, eventType, listDeliveries, webhookPath } from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a recovery', () => {
  it('processes a log of any length, page by page', async () => {
    const owner = await aTenant();
    const { id: webhookId } = await aWebhook(owner);
    // Each of them is completed again without a request.
    await owner.api.put(webhookPath(webhookId), { body: { isActive: false } });
    const { tenantId, organizationId } = owner;
    const nowMs = Date.now();
    const targetUrl = 'https://example.com/';
    const expired = Array.from({ length: 101 }, (_, index): StoredDelivery => {
      const ids = deliveryIds({ idempotencyKey: `${tenantId}:${index}`, occurredAtMs: nowMs }, webhookId);
      const made = { ...ids, tenantId, organizationId, webhookId, eventType, payloadId: 'all', targetUrl };
      return { ...newDelivery({ ...made, maxAttempts: 1, madeAtMs: nowMs }, nowMs), status: 'expired' };
    });
    await insertDeliveries(expired, '{}');
    const since = new Date(nowMs - 1_000).toISOString();
    await owner.api.post(`${webhookPath(webhookId)}/recover`, { body: { since } });
    await eventually('all of them completed again', async () => {
      const { total } = await listDeliveries(owner, `webhookId=${webhookId}&search=inactive`);
      return total === 101 ? total : undefined;
    });
  });
});
