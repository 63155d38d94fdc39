/** Messages of a batch that the worker processes. A deleted webhook completes a delivery without a request. */
import { describe, expect, it } from 'vitest';
import { queues } from '../../../shared/catalog/queues.ts';
import { homeKeys } from '../../../shared/kernel/auth/directory-reader.ts';
import type { Received } from '../../../shared/kernel/queues/batch-worker.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { deliverBatch } from '../../../shared/modules/webhooks/deliveries/deliver.ts';
import { eligibilityOf, type StoredDelivery } from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { type DeliverData, toDeliverMessage } from '../../../shared/modules/webhooks/deliveries/messages.ts';
import { deliveryKey, payloadKey, webhookKey } from '../../../shared/modules/webhooks/keys.ts';
import { webhookLimits } from '../../../shared/modules/webhooks/limits.ts';
import { aFakeTable } from '../../support/fault-injection/fake-table.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';
import { aStoredDelivery } from '../../support/runtime/deliveries.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const nowMs = Date.now();

const aDelivery = (overrides: Partial<StoredDelivery> = {}) => aStoredDelivery(nowMs, overrides);

function asking(delivery: StoredDelivery, attempt: number, messageId: string): Received<DeliverData> {
  return { message: toDeliverMessage(delivery, attempt), delivery: { messageId, receiveCount: 1 } };
}

/** The number of completed deliveries of the batch, and the messages to be redelivered. */
async function outcomeOf(stored: StoredDelivery, batch: readonly Received<DeliverData>[]) {
  const { requests } = aFakeTable([
    toItem(deliveryKey(stored, stored), 'delivery', stored),
    ...homeKeys(stored).map((key) => ({ ...key, isActive: true })),
  ]);
  const failed: string[] = [];
  await deliverBatch(batch, ({ delivery }) => failed.push(delivery.messageId));
  return { decided: requests().filter((name) => name.startsWith('TransactWrite')).length, failed };
}

describe('a batch with several messages of one delivery', () => {
  const once = aDelivery({ attemptNumber: 1 });

  it('processes the one for the next attempt, at any position', async () => {
    const batch = [asking(once, 1, 'late copy'), asking(once, 2, 'due')];
    expect(await outcomeOf(once, batch)).toEqual({ decided: 1, failed: [] });
    expect(await outcomeOf(once, batch.toReversed())).toEqual({ decided: 1, failed: [] });
  });

  it('processes its duplicates once', async () => {
    const batch = [asking(once, 2, 'one'), asking(once, 2, 'other')];
    expect(await outcomeOf(once, batch)).toEqual({ decided: 1, failed: [] });
  });

  it('returns only those for later attempts to the queue', async () => {
    const held = aDelivery({ status: 'sending', leaseUntilMs: nowMs + 60_000 });
    const batch = [asking(held, 2, 'next'), asking(held, 1, 'one'), asking(held, 1, 'other')];
    expect(await outcomeOf(held, batch)).toEqual({ decided: 0, failed: ['next', 'one', 'other'] });
    const early = [asking(once, 3, 'next'), asking(once, 2, 'due')];
    expect(await outcomeOf(once, early)).toEqual({ decided: 1, failed: ['next'] });
  });
});

describe('a delivery whose attempts never end', () => {
  const lost = aDelivery({ status: 'sending', leaseUntilMs: nowMs - 1 });
  const decisionOf = async (stored: StoredDelivery, receiveCount: number) => {
    const webhook = { id: 'webhook', isActive: true, condition: 'null', strategyConfig: 'null' };
    const items = [
      toItem(deliveryKey(stored, stored), 'delivery', stored),
      toItem(webhookKey(stored, 'webhook'), 'webhook', webhook),
      toItem(payloadKey(stored, 'payload'), 'delivery_payload', { payload: '{}' }),
      ...homeKeys(stored).map((key) => ({ ...key, isActive: true })),
    ];
    const table = aPoisonTable(items);
    const failed: string[] = [];
    const one = { ...asking(stored, 1, 'message'), delivery: { messageId: 'message', receiveCount } };
    await deliverBatch([one], ({ delivery }) => failed.push(delivery.messageId));
    return { failed, written: table.written().join('\n') };
  };

  it('fails with the reason after it has crashed its worker five times', async () => {
    const stopped = (stops: number) => ({ ...lost, lostWorkers: stops - 1 });
    const { failed, written } = await decisionOf(stopped(webhookLimits.workerTries), 6);
    expect(failed).toEqual([]);
    expect(written).toContain('The attempt stopped its worker 5 times.');
    const before = await decisionOf(stopped(webhookLimits.workerTries - 1), 6);
    expect(before.written).not.toContain('stopped its worker');
  });

  it('fails when its message is moved to the dead-letter queue, from which it can be attempted again', async () => {
    const waiting = aDelivery();
    const { failed, written } = await decisionOf(waiting, webhookLimits.maxReceives);
    expect(failed).toEqual(['message']);
    expect(written).toContain('could not be prepared');
    const deadLettered = aDelivery({ status: 'failed', deadLettered: true });
    expect(eligibilityOf(deadLettered, 1, nowMs)).toBe('now');
    expect(eligibilityOf(aDelivery({ status: 'failed' }), 1, nowMs)).toBe('over');
    expect((await decisionOf(waiting, 2)).written).not.toContain('could not be prepared');
  });

  it('is delivered to the worker as often as its queue allows', () => {
    expect(webhookLimits.maxReceives).toBe(queues['webhook-deliveries']?.maxReceiveCount);
  });
});
