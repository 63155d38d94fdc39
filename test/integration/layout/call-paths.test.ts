/** Limits the number of function and module files to read to follow a request, without the kernel. */
import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { handler as executeJobs } from '../../../functions/scheduler/execute-jobs.queue.ts';
import { handler as importRecords } from '../../../functions/sync/import-records.queue.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.queue.ts';
import { handler as dispatch } from '../../../functions/webhooks/dispatch.queue.ts';
import { functionName } from '../../../lib/aws/names.ts';
import type { QueueHandler } from '../../../shared/kernel/queues/worker.ts';
import { findAdapter } from '../../../shared/modules/sync/adapters.ts';
import { type BatchData, batchMessage } from '../../../shared/modules/sync/runs/run.ts';
import { startSyncRun } from '../../../shared/modules/sync/runs/start.ts';
import { deliveryIds, newDelivery } from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { insertDeliveries } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { toDeliverMessage } from '../../../shared/modules/webhooks/deliveries/messages.ts';
import { rulesPath } from '../../support/builders/rules.ts';
import { aQueueJob, aStoredJob, dueAt, executionsPath } from '../../support/builders/scheduler.ts';
import { connectTo } from '../../support/builders/sync-runs.ts';
import { aRule, asTest, aTenant } from '../../support/builders/tenants.ts';
import { aWebhook, eventType, getDelivery } from '../../support/builders/webhooks.ts';
import { asFunction } from '../../support/clients/in-process.ts';
import { silently } from '../../support/clients/silence.ts';
import { startSink } from '../../support/clients/sink.ts';
import { executedFiles } from '../../support/runtime/executed-files.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

async function counted(...executed: Parameters<typeof executedFiles>): Promise<string[]> {
  return (await executedFiles(...executed)).filter((path) => /^(functions|shared\/modules)\//.test(path));
}

/** Sends the message to the worker, as its queue does. */
async function receive(module: string, worker: string, handler: QueueHandler, message: object) {
  const attributes = { ApproximateReceiveCount: '1' };
  const Records = [{ messageId: randomUUID(), body: JSON.stringify(message), attributes }];
  const event = { Records } as SQSEvent;
  const answer = await asFunction(functionName('local', module, worker), () => handler(event));
  expect(answer).toEqual({ batchItemFailures: [] });
}

function expectAtMost(maxFiles: number, files: readonly string[]): void {
  expect(files.length, files.join('\n')).toBeGreaterThan(0);
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(maxFiles);
}

describe('one follows', () => {
  it('creates a rule with at most 12 files', async () => {
    const { api } = await aTenant();
    const files = await counted(
      async () => aRule({ ruleId: `R-${randomUUID()}` }),
      async (body) => expect((await api.post(rulesPath, { body })).status).toBe(201),
    );
    expectAtMost(12, files);
  });

  it('runs a job with at most 14 files', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller, aQueueJob());
    let dueMs = Math.floor(Date.now() / 60_000) * 60_000;
    const files = await counted(
      () => {
        dueMs -= 60_000;
        return dueAt(job, dueMs);
      },
      (message) => receive('scheduler', 'executeJobs', executeJobs, Object(message)),
    );
    const { body } = await caller.api.get(executionsPath(job.id));
    expect(body.data).toMatchObject([{ state: 'completed' }, { state: 'completed' }]);
    expectAtMost(14, files);
  });

  it('delivers an event to a webhook with at most 18 files', async () => {
    const caller = await aTenant();
    await using sink = await startSink();
    const webhook = await aWebhook(caller, {}, sink);
    const { tenantId, organizationId } = caller;
    const dispatched = await counted(
      async () => {
        const id = randomUUID();
        const occurredAt = new Date().toISOString();
        const envelope = { v: 1, id, type: eventType, tenantId, organizationId, occurredAt, version: 1 };
        return { ...envelope, idempotencyKey: `${tenantId}:${id}`, data: {} };
      },
      (event) => receive('webhooks', 'dispatch', dispatch, Object(event)),
    );
    // A separate delivery, because the runtime's worker delivers the dispatched one.
    let lastId = '';
    const delivered = await counted(
      async () => {
        const nowMs = Date.now();
        const ids = deliveryIds({ idempotencyKey: randomUUID(), occurredAtMs: nowMs }, webhook.id);
        const target = { webhookId: webhook.id, targetUrl: webhook.url, maxAttempts: 3, madeAtMs: nowMs };
        const delivery = newDelivery(
          { ...ids, ...target, tenantId, organizationId, eventType, payloadId: randomUUID() },
          nowMs,
        );
        await silently(() => insertDeliveries([delivery], '{}'));
        lastId = delivery.id;
        return toDeliverMessage(delivery, 1);
      },
      (message) => receive('webhooks', 'deliver', deliver, Object(message)),
    );
    expect(await getDelivery(caller, lastId)).toMatchObject({ status: 'delivered' });
    expectAtMost(18, [...new Set([...dispatched, ...delivered])].toSorted());
  });

  it('executes a sync run with at most 23 files', async () => {
    const caller = await aTenant();
    await using sink = await startSink();
    let version = 0;
    sink.respond(() => {
      version += 1;
      const items = [
        { id: 'changed', name: `version ${version}` },
        { id: `new ${version}`, name: 'new' },
      ];
      const headers = { 'content-type': 'application/json' };
      return { status: 200, headers, body: JSON.stringify({ items, nextCursor: null }) };
    });
    await connectTo(caller, 'sync_http_json', { baseUrl: `${sink.url}/api`, token: 'token' });
    const { tenantId, organizationId } = caller;
    let lastId = '';
    const files = await counted(
      async () => {
        const sent: object[] = [];
        const started = await silently(() =>
          startSyncRun({
            loadAdapters: async () => findAdapter,
            send: async (run, data: BatchData) => {
              sent.push(batchMessage(run, data));
            },
          })(
            { scope: { tenantId, organizationId }, context: asTest() },
            {
              ...{ integrationId: 'sync_http_json', entityType: 'shop.product', direction: 'import' },
              ...{ fullSync: true, batchSize: 10 },
            },
          ),
        );
        lastId = started.id;
        return sent[0];
      },
      (message) => receive('sync', 'importRecords', importRecords, Object(message)),
    );
    const { body } = await caller.api.get(`/api/data_sync/runs/${lastId}`);
    expect(body).toMatchObject({ status: 'completed', createdCount: 1, updatedCount: 1 });
    expectAtMost(23, files);
  });
});
