/** Stored deliveries of webhooks, for tests without a table. */
import { newDelivery, type StoredDelivery } from '../../../shared/modules/webhooks/deliveries/delivery.ts';

export function aStoredDelivery(nowMs: number, overrides: Partial<StoredDelivery> = {}): StoredDelivery {
  const made = {
    ...{ tenantId: 'tenant', organizationId: 'organization', id: 'delivery', messageId: 'msg_1' },
    ...{ webhookId: 'webhook', eventType: 'sales.order.created', payloadId: 'payload', maxAttempts: 3 },
    ...{ targetUrl: 'https://example.com/', madeAtMs: nowMs - 500 },
  };
  return { ...newDelivery(made, nowMs), ...overrides };
}
