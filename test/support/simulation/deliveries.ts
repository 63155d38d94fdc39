/**
 * Workers get the message of one delivery several times, and die. The receiver is called once, and once more for each worker
 * that died after it had claimed the delivery; the delivery ends as delivered, with each attempt in its log.
 */
import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import { handler } from '../../../functions/webhooks/deliver.queue.ts';
import { functionName } from '../../../lib/aws/names.ts';
import { seededRandom } from '../../../lib/lab/faults/random.ts';
import { copiesOf, drainQueue } from '../../../lib/lab/faults/simulation/message-queue.ts';
import { findingOf, type Scenario } from '../../../lib/lab/faults/simulation/scenario.ts';
import { Simulation } from '../../../lib/lab/faults/simulation/simulation.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { deliveryIds, newDelivery } from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { insertDeliveries } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { toDeliverMessage } from '../../../shared/modules/webhooks/deliveries/messages.ts';
import { deliveriesPartition } from '../../../shared/modules/webhooks/keys.ts';
import { aTenant } from '../builders/tenants.ts';
import { aWebhook, eventType, getDelivery } from '../builders/webhooks.ts';
import { asFunction } from '../clients/in-process.ts';
import { silently } from '../clients/silence.ts';
import { startSink } from '../clients/sink.ts';

const copies = 3;

async function receive(message: object, messageId: string, receiveCount: number): Promise<void> {
  const attributes = { ApproximateReceiveCount: String(receiveCount) };
  const event = { Records: [{ messageId, body: JSON.stringify(message), attributes }] } as SQSEvent;
  const answer = await asFunction(functionName('local', 'webhooks', 'deliver'), () => handler(event));
  if (answer.batchItemFailures.length > 0) throw new Error('The message was given back.');
}

export const deliveries: Scenario = {
  name: 'deliveries of webhooks',
  async run({ seed, shares, sabotage }) {
    const caller = await aTenant();
    await using sink = await startSink();
    const webhook = await aWebhook(caller, {}, sink);
    const { tenantId, organizationId } = caller;
    const nowMs = Date.now();
    const ids = deliveryIds({ idempotencyKey: randomUUID(), occurredAtMs: nowMs }, webhook.id);
    const target = { webhookId: webhook.id, targetUrl: webhook.url, maxAttempts: 10, madeAtMs: nowMs };
    const delivery = newDelivery(
      { ...ids, ...target, tenantId, organizationId, eventType, payloadId: randomUUID() },
      nowMs,
    );
    await silently(() => insertDeliveries([delivery], '{}'));
    const message = toDeliverMessage(delivery, 1);
    const partition = { pk: deliveriesPartition({ tenantId }, webhook.id), consistent: true };
    const simulation = new Simulation({ random: seededRandom('deliveries', seed), shares, sabotage });

    const queue = copiesOf(message, copies);
    const { unfinished, left } = await drainQueue(simulation, queue, {
      handle: (queued) => receive(queued.message, queued.messageId, queued.receiveCount),
      age: async () => {
        for (const { pk, sk, leaseUntilMs } of await queryAll(partition)) {
          if (leaseUntilMs === undefined) continue;
          await updateItem({
            Key: { pk: String(pk), sk: String(sk) },
            UpdateExpression: 'SET leaseUntilMs = :past',
            ExpressionAttributeValues: { ':past': 1 },
          });
        }
      },
    });

    const problems: string[] = [];
    const stored = await getDelivery(caller, delivery.id);
    const sent = sink.requests.filter(({ headers }) => headers['webhook-id'] !== undefined);
    if (left > 0) problems.push(`${left} messages are never handled`);
    if (stored.status !== 'delivered') problems.push(`the delivery is ${stored.status}`);
    if (sent.length < 1 || sent.length > 1 + unfinished)
      problems.push(
        `the receiver was called ${sent.length} times, and ${unfinished} workers had not finished`,
      );
    if (new Set(sent.map(({ headers }) => headers['webhook-id'])).size > 1)
      problems.push('calls of one delivery have different ids');
    return findingOf(simulation, problems, [stored]);
  },
};
