/** Which messages of a batch the worker obeys. A webhook that is gone decides a delivery without a request. */
import { describe, expect, it } from 'vitest';
import { toItem } from '../../../shared/table/item.ts';
import { deliveryKey } from '../../../shared/table/keys.ts';
import { deliverBatch } from '../../../shared/webhooks/deliver.ts';
import { newDelivery, type StoredDelivery } from '../../../shared/webhooks/delivery.ts';
import type { DeliverData } from '../../../shared/webhooks/messages.ts';
import { toDeliverMessage } from '../../../shared/webhooks/messages.ts';
import type { Received } from '../../../shared/workers/batch-worker.ts';
import { aFakeTable } from '../../support/fake-table.ts';

const nowMs = Date.now();

function aDelivery(overrides: Partial<StoredDelivery> = {}): StoredDelivery {
  const made = {
    tenantId: 'tenant',
    organizationId: 'organization',
    id: 'delivery',
    messageId: 'msg_1',
    webhookId: 'webhook',
    eventType: 'sales.order.created',
    payloadId: 'payload',
    targetUrl: 'https://example.com/',
    maxAttempts: 3,
    madeAtMs: nowMs - 500,
  };
  return { ...newDelivery(made, nowMs), ...overrides };
}

function asking(delivery: StoredDelivery, attempt: number, messageId: string): Received<DeliverData> {
  return { message: toDeliverMessage(delivery, attempt), delivery: { messageId, receiveCount: 1 } };
}

/** How many deliveries the batch decided, and which messages it wants again. */
async function outcomeOf(stored: StoredDelivery, batch: readonly Received<DeliverData>[]) {
  const { requests } = aFakeTable([toItem(deliveryKey(stored, stored), 'delivery', stored)]);
  const failed: string[] = [];
  await deliverBatch(batch, ({ delivery }) => failed.push(delivery.messageId));
  return { decided: requests().filter((name) => name.startsWith('TransactWrite')).length, failed };
}

describe('a batch with several messages of one delivery', () => {
  const once = aDelivery({ attemptNumber: 1 });

  it('obeys the one whose turn it is, wherever it stands', async () => {
    const batch = [asking(once, 1, 'late copy'), asking(once, 2, 'due')];
    expect(await outcomeOf(once, batch)).toEqual({ decided: 1, failed: [] });
    expect(await outcomeOf(once, batch.toReversed())).toEqual({ decided: 1, failed: [] });
  });

  it('obeys copies of it once', async () => {
    const batch = [asking(once, 2, 'one'), asking(once, 2, 'other')];
    expect(await outcomeOf(once, batch)).toEqual({ decided: 1, failed: [] });
  });

  it('wants those again whose turn is not yet, and only those', async () => {
    const held = aDelivery({ status: 'sending', leaseUntilMs: nowMs + 60_000 });
    const batch = [asking(held, 2, 'next'), asking(held, 1, 'one'), asking(held, 1, 'other')];
    expect(await outcomeOf(held, batch)).toEqual({ decided: 0, failed: ['next', 'one', 'other'] });
    expect(await outcomeOf(once, [asking(once, 3, 'next'), asking(once, 2, 'due')])).toEqual({
      decided: 1,
      failed: ['next'],
    });
  });
});
