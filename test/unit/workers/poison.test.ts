/**
 * Data of one tenant must not affect others: no message fails because of another one in its batch, and no sweep skips
 * other tenants.
 */
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { workerFile } from '../../../lib/aws/function-files.ts';
import { queues } from '../../../shared/catalog/queues.ts';
import { workers } from '../../../shared/catalog/workers.ts';
import { connectBus } from '../../../shared/kernel/events/bus.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { organizationKey, tenantKey } from '../../../shared/kernel/table/keys.ts';
import { jobTag } from '../../../shared/modules/attachments/extraction/extraction.ts';
import { paymentKey } from '../../../shared/modules/payments/keys.ts';
import { batchMessageType } from '../../../shared/modules/sync/runs/run.ts';
import { mockQueues } from '../../support/fault-injection/mock-queues.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';
import { aMessage, aRecord } from '../../support/runtime/messages.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

mockQueues(...Object.keys(queues));
beforeEach(() => {
  const client = new EventBridgeClient({ region: 'us-east-1' });
  mockClient(client).onAnyCommand().resolves({});
  connectBus({ name: 'bus', client });
});

const poisoned = '0badc0de-0000-4000-8000-000000000000';
const good = ['5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10', '8e1c1f7e-3a52-4a27-9a1b-7d9d0a5b2c44'];
const resource = 'd2c5b1a0-7e4f-4b3a-9c8d-1e2f3a4b5c6d';

/** Messages of each queue with the ids that lead to the tenant's items. */
const messageOf: Partial<
  Record<string, { type?: string; data?: object; body?: (tenantId: string) => string }>
> = {
  broadcast: { type: 'progress.job.updated' },
  'event-erasure': { type: 'auth.user.deleted' },
  'webhook-deliveries': {
    data: { id: resource, webhookId: resource, madeAtMs: 1, payloadId: 'p', attempt: 1 },
  },
  'webhook-recovery': { data: { webhookId: resource, replayId: resource, fromMs: 0, toMs: 1 } },
  'inbound-webhooks': { data: { id: resource, endpointId: resource, messageKey: 'key' } },
  'text-extraction': { type: 'attachments.attachment.created' },
  'text-recognized': {
    body: (tenantId) => JSON.stringify({ JobId: 'job', JobTag: jobTag(tenantId, resource, 1) }),
  },
  email: {
    body: (tenantId) =>
      JSON.stringify({
        ...{ v: 1, id: tenantId, type: 'email.digest.due', tenantId, organizationId: null },
        ...{ idempotencyKey: tenantId, data: { tenantId, userId: resource, dueMs: 1 } },
      }),
  },
  'email-send': { data: { mailId: resource, createdAtMs: 1, to: 'ada@example.com' } },
  'email-feedback': {
    body(tenantId) {
      const tags = { mail: [resource], tenant: [tenantId], 'created-at': ['1'] };
      const timestamp = '2026-03-01T10:00:00.000Z';
      const mail = { messageId: 'ses', timestamp, destination: ['ada@example.com'], tags };
      return JSON.stringify({ eventType: 'Send', mail });
    },
  },
  'payment-webhooks': { data: { providerKey: 'stripe', transactionId: resource, message: {} } },
  'scheduler-execution': {
    type: 'scheduler.fire',
    data: { jobId: resource, scheduleVersion: 1, scheduledTime: '2026-03-01T10:00:00.000Z' },
  },
  'data-sync-import': { type: batchMessageType, data: { runId: resource, batch: 0 } },
  'data-sync-export': { type: batchMessageType, data: { runId: resource, batch: 0 } },
  'integration-health': { data: { integrationId: 'sync_http_json' } },
  notifications: {
    type: 'webhooks.webhook.disabled',
    data: { id: resource, webhookId: resource, name: 'Orders', reason: 'gone', consecutiveFailures: 1 },
  },
};

function recordOf(queue: string, tenantId: string): SQSRecord {
  const { type = 'sales.order.created', data = {}, body } = messageOf[queue] ?? {};
  const message = aMessage(`event-${tenantId}`, {
    ...{ type, tenantId, organizationId: tenantId, idempotencyKey: tenantId },
    ...{ occurredAt: '2026-03-01T10:00:00.000Z', version: 1, data: { ...data, id: tenantId } },
  });
  return aRecord(tenantId, body?.(tenantId) ?? message);
}

/** The open tenants and organizations of the messages, and their payments of another provider. */
const homes = [poisoned, ...good].flatMap((tenantId) => [
  { ...tenantKey({ tenantId }), isActive: true },
  { ...organizationKey({ tenantId }, tenantId), isActive: true },
  toItem(paymentKey({ tenantId }, resource), 'payment', { id: resource, refunds: {} }, { revision: 1 }),
]);

type Handler = (event: { Records: SQSRecord[] }) => Promise<SQSBatchResponse>;

async function handlerIn(file: string): Promise<Handler> {
  const { handler }: { handler: Handler } = await import(/* @vite-ignore */ `../../../${file}`);
  return handler;
}

const queueWorkers = workers.flatMap((worker) =>
  worker.trigger.kind === 'queue' ? [[worker.name, worker.trigger.queue, workerFile(worker)] as const] : [],
);

describe.each(queueWorkers)('a batch of %s', (_, queue, file) => {
  it('fails at most for the poison message, at any position', async () => {
    const handler = await handlerIn(file);
    const [first = '', last = ''] = good;
    for (const order of [
      [poisoned, first, last],
      [first, poisoned, last],
    ]) {
      const table = aPoisonTable(homes, (request) => request.includes(poisoned));
      const answer = await handler({ Records: order.map((tenantId) => recordOf(queue, tenantId)) });
      expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: poisoned }] });
      expect(table.broken()).toBeGreaterThan(0);
    }
  });

  it('fails for a malformed message, and for no other', async () => {
    const handler = await handlerIn(file);
    aPoisonTable(homes);
    const malformed = { ...recordOf(queue, poisoned), body: '{"v":' };
    const answer = await handler({
      Records: [malformed, ...good.map((tenantId) => recordOf(queue, tenantId))],
    });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: poisoned }] });
  });
});
