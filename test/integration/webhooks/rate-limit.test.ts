/** Messages that wait for their slots while the rate limit of their webhook is changed. */
import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { handler } from '../../../functions/webhooks/deliver.queue.ts';
import { functionName } from '../../../lib/aws/names.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { retentionSeconds } from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { insertDeliveries } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { toDeliverMessage } from '../../../shared/modules/webhooks/deliveries/messages.ts';
import { webhookSlotsKey } from '../../../shared/modules/webhooks/keys.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook, listDeliveries, type NewWebhook } from '../../support/builders/webhooks.ts';
import { asFunction } from '../../support/clients/in-process.ts';
import { useReceivers } from '../../support/clients/sinks.ts';
import { aStoredDelivery } from '../../support/runtime/deliveries.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const aSink = useReceivers();

/** Three deliveries, by default with slots under a limit that begin now. */
async function waitingDeliveries(
  { tenantId, organizationId }: TestCaller,
  { id: webhookId, url: targetUrl }: NewWebhook,
  limitPerMinute: number,
  { hasSlots = true } = {},
): Promise<SQSEvent> {
  const nowMs = Date.now();
  const about = { tenantId, organizationId, webhookId, targetUrl, madeAtMs: nowMs };
  const waiting = Array.from({ length: 3 }, () => {
    const id = randomUUID();
    return aStoredDelivery(nowMs, { ...about, id, messageId: `msg_${id}`, payloadId: id });
  });
  for (const one of waiting) await insertDeliveries([one], '{}');
  const attributes = { ApproximateReceiveCount: '1' };
  const Records = waiting.map((one) => {
    const slot = { atMs: nowMs, limitPerMinute };
    const message = toDeliverMessage(one, 1, hasSlots ? slot : undefined);
    return { messageId: randomUUID(), body: JSON.stringify(message), attributes };
  });
  return { Records } as SQSEvent;
}

/** Deliveries that were sent, and those that wait. */
async function outcomeOf(caller: TestCaller, event: SQSEvent) {
  const answer = await asFunction(functionName('local', 'webhooks', 'deliver'), () => handler(event));
  expect(answer).toEqual({ batchItemFailures: [] });
  const { items } = await listDeliveries(caller);
  const withStatus = (wanted: string) => items.filter(({ status }) => status === wanted).length;
  return { delivered: withStatus('delivered'), waiting: withStatus('pending') };
}

it('a lowered rate limit also applies to requests that have slots under the earlier one', async () => {
  const caller = await aTenant();
  const sink = await aSink();
  const webhook = await aWebhook(caller, { rateLimitPerMinute: 1 }, sink);
  const { delivered, waiting } = await outcomeOf(caller, await waitingDeliveries(caller, webhook, 600));
  expect(delivered + waiting).toBe(3);
  // At most one in this minute, and one more if the next minute begins within a second.
  expect(waiting).toBeGreaterThanOrEqual(1);
  expect(sink.requests).toHaveLength(delivered);
});

it('requests are sent in their slots while the rate limit stays the same', async () => {
  const caller = await aTenant();
  const webhook = await aWebhook(caller, { rateLimitPerMinute: 1 }, await aSink());
  const outcome = await outcomeOf(caller, await waitingDeliveries(caller, webhook, 1));
  expect(outcome).toEqual({ delivered: 3, waiting: 0 });
});

it('requests whose slots would begin after their retention expire, and use no slots', async () => {
  const caller = await aTenant();
  const sink = await aSink();
  const webhook = await aWebhook(caller, { rateLimitPerMinute: 1 }, sink);
  const event = await waitingDeliveries(caller, webhook, 1, { hasSlots: false });
  const [waiting] = (await listDeliveries(caller)).items;
  const end = Math.floor(Date.parse(String(waiting?.enqueuedAt)) / 60_000) + retentionSeconds() / 60;
  const slots = webhookSlotsKey(caller, webhook.id, 1);
  // One slot is left.
  await transact([{ put: { ...slots, next: end - 1 } }]);
  await outcomeOf(caller, event);
  const { items } = await listDeliveries(caller);
  const expired = 'expired: The rate limit delays the attempt beyond the retention of the delivery.';
  const outcomes = items.map(({ status, errorMessage }) => `${status}: ${errorMessage}`);
  expect(outcomes.toSorted()).toEqual([expired, expired, 'pending: null']);
  expect(await getItem(slots)).toMatchObject({ next: end });
  expect(sink.requests).toEqual([]);
});
