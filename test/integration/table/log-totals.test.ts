import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { recordChange } from '../../../shared/kernel/audit/record.ts';
import { toJson } from '../../../shared/kernel/base/json.ts';
import { responseExample } from '../../../shared/kernel/samples/sample.ts';
import { putItems } from '../../../shared/kernel/table/batch-write.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import type { Write } from '../../../shared/kernel/table/write.ts';
import { hashAddress } from '../../../shared/modules/email/address.ts';
import { mailKey, mailSuppressionKey } from '../../../shared/modules/email/keys.ts';
import { toLogItem } from '../../../shared/modules/events/log/logged-event.ts';
import { logWrites as integrationLogWrites } from '../../../shared/modules/integrations/logs.ts';
import { newExecutionName } from '../../../shared/modules/rules/log/logged-execution.ts';
import { logWrites as ruleLogWrites } from '../../../shared/modules/rules/log/rule-log.ts';
import { failedRunWrite } from '../../../shared/modules/scheduler/runs/failed-runs.ts';
import { newRun } from '../../../shared/modules/scheduler/runs/run.ts';
import { insertWrite } from '../../../shared/modules/scheduler/runs/run-store.ts';
import { syncRunKey } from '../../../shared/modules/sync/keys.ts';
import { failureWrite } from '../../../shared/modules/sync/runs/failure-store.ts';
import { newDelivery } from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { insertionWrites } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { aMail } from '../../support/builders/email.ts';
import { aJobRow, jobItem } from '../../support/builders/job-rows.ts';
import { logsPath } from '../../support/builders/rules.ts';
import { aRun } from '../../support/builders/stored-run.ts';
import { asTest, type TestCaller } from '../../support/builders/tenants.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { deliveriesPath } from '../../support/builders/webhooks.ts';
import { callsOf } from '../../support/clients/api.ts';
import { anExecutableRule, anInput, run } from '../../support/runtime/executions.ts';

type Items = Parameters<typeof putItems>[0];

/** Stores a number of small entries of a log, each a second older than the one before. */
type Fill = (caller: TestCaller, count: number) => Promise<{ path: string; items: Items }>;

const puts = (writes: readonly Write[]): Items =>
  writes.flatMap((write) => ('put' in write ? [write.put] : []));
const nowMs = Date.now();
const timesOf = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => nowMs - index * 1_000);

function aJobOf({ tenantId, organizationId }: TestCaller) {
  const job = aJobRow({ id: randomUUID(), tenantId, organizationId });
  const runAt = (atMs: number) => newRun(job, { jobId: job.id, atMs, suffix: '' }, 'delayed', null, nowMs);
  return { job, runAt };
}

const logs: Readonly<Record<string, Fill>> = {
  listDeliveries: async (caller, count) => {
    const items = timesOf(count).flatMap((madeAtMs): Items => {
      const id = randomUUID();
      const message = { messageId: `msg_${id}`, eventType: 'sales.order.created', payloadId: id };
      const target = { webhookId: null, targetUrl: 'https://example.com/hooks', maxAttempts: 3 };
      const { tenantId, organizationId } = caller;
      const one = newDelivery({ tenantId, organizationId, id, madeAtMs, ...message, ...target }, nowMs);
      // Without the event, which nothing has to publish.
      return puts(insertionWrites(one)).filter(({ entity }) => entity !== 'outbox');
    });
    return { path: deliveriesPath, items };
  },
  listLogs: async ({ tenantId, organizationId }, count) => {
    const scope = { tenantId, organizationId };
    const input = anInput({ scope });
    const execution = await run([anExecutableRule({ id: randomUUID() })], input, { clock: () => 0 });
    const items = timesOf(count).flatMap((atMs) => {
      const context = { principal: { subject: 'user:ada' }, nowMs: atMs };
      const name = { execution: newExecutionName(), executedBy: 'user:ada', eventId: null };
      return puts(ruleLogWrites(execution, { ...input, context }, name).writes);
    });
    return { path: logsPath, items };
  },
  listMails: async ({ tenantId }, count) => {
    const items = timesOf(count).map((createdAtMs) => {
      const mail = aMail({ tenantId, id: randomUUID(), createdAtMs, state: 'delivered' });
      return toItem(mailKey({ tenantId }, createdAtMs, mail.id), 'mail', mail);
    });
    return { path: '/api/email/log', items };
  },
  listSuppressedAddresses: async ({ tenantId }, count) => {
    const items = timesOf(count).map((createdAtMs) => {
      const address = `${randomUUID()}@example.com`;
      const row = { id: randomUUID(), address, reason: 'bounce', createdAtMs };
      return toItem(mailSuppressionKey({ tenantId }, hashAddress(address)), 'mail_suppression', row);
    });
    return { path: '/api/email/suppressions', items };
  },
  listAuditActions: async ({ tenantId }, count) => {
    const change = { organizationId: null, resource: 'tests.thing', action: 'updated', version: 1, data: {} };
    const items = timesOf(count).flatMap((atMs) => {
      const context = { ...asTest(), nowMs: atMs };
      // Without its event.
      return puts(recordChange({ ...change, tenantId, resourceId: randomUUID() }, context).slice(1));
    });
    return { path: '/api/audit_logs/actions?resource=tests.thing', items };
  },
  listLoggedEvents: async ({ tenantId, organizationId }, count) => {
    const items = timesOf(count).map((atMs) => {
      const id = randomUUID();
      const message = { v: 1, id, type: 'sales.order.shipped', tenantId, organizationId, data: {} } as const;
      const occurredAt = new Date(atMs).toISOString();
      return toLogItem({ ...message, idempotencyKey: id, occurredAt }, tenantId, 7).item;
    });
    return { path: '/api/events/log?type=sales.order.shipped', items };
  },
  listIntegrationLogs: async (caller, count) => {
    const entry = { level: 'info', message: 'Something was read.' } as const;
    const id = 'sync_http_json';
    const items = timesOf(count).flatMap((atMs) => puts(integrationLogWrites(caller, id, [entry], atMs)));
    return { path: '/api/integrations/logs', items };
  },
  listExecutions: async (caller, count) => {
    const { job, runAt } = aJobOf(caller);
    const items = timesOf(count).flatMap((atMs) => puts([insertWrite(runAt(atMs))]));
    return { path: `/api/scheduler/jobs/${job.id}/executions`, items: [jobItem(job), ...items] };
  },
  listFailedRuns: async (caller, count) => {
    const { runAt } = aJobOf(caller);
    const items = timesOf(count).flatMap((atMs) => puts([failedRunWrite(runAt(atMs), atMs)]));
    return { path: '/api/scheduler/failed-runs', items };
  },
  listSyncFailures: async ({ tenantId, organizationId }, count) => {
    const { revision, ...row } = aRun({ id: randomUUID(), tenantId, organizationId, status: 'completed' });
    const failure = { externalId: null, localId: null, error: 'It has no name.', data: null };
    const items = timesOf(count).flatMap((atMs, index) =>
      puts([failureWrite({ ...row, revision }, index, failure, atMs)]),
    );
    const item = toItem(syncRunKey(row, row.id), 'sync_run', row, { revision });
    return { path: `/api/data_sync/runs/${row.id}/failures`, items: [item, ...items] };
  },
};

interface Page {
  total: number;
  totalIsExact: boolean;
}

async function pageOf({ api }: TestCaller, path: string, query: string) {
  const response = await api.get<Page & { meta?: Page }>(`${path}${path.includes('?') ? '&' : '?'}${query}`);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  const { total, totalIsExact } = response.body.meta ?? response.body;
  const calls = await callsOf(response);
  return { total, totalIsExact, units: calls.reduce((sum, { readUnits }) => sum + readUnits, 0) };
}

describe('the total of', () => {
  it('every log is tested here', () => {
    const names = endpoints
      .filter((endpoint) => toJson(responseExample(endpoint) ?? null).includes('"totalIsExact"'))
      .map(({ operationId }) => operationId);
    expect(Object.keys(logs).toSorted()).toEqual(names.toSorted());
  });

  it.concurrent.each(Object.entries(logs))('%s is exact, and is left out on request', async (_, fill) => {
    const caller = await aSuperAdmin();
    const { path, items } = await fill(caller, 150);
    await putItems(items);
    const counted = await pageOf(caller, path, 'pageSize=20');
    expect(counted).toMatchObject({ total: 150, totalIsExact: true });
    const last = await pageOf(caller, path, 'pageSize=20&page=8&withTotal=false');
    expect(last).toMatchObject({ total: 150, totalIsExact: true });
    const first = await pageOf(caller, path, 'pageSize=20&withTotal=false');
    expect(first.totalIsExact).toBe(false);
    expect(first.total).toBeGreaterThan(20);
    expect(first.total).toBeLessThanOrEqual(150);
    expect(first.units).toBeLessThan(counted.units);
    expect(first.units).toBeLessThanOrEqual(16);
  });

  it.concurrent.each(['listMails', 'listLogs'])('%s beyond 2 MB says so', async (name) => {
    const caller = await aSuperAdmin();
    const { path, items = [] } = (await logs[name]?.(caller, 100)) ?? { path: '' };
    const padding = 'x'.repeat(30_000);
    await putItems(items.map((item) => ({ ...item, padding })));
    const { total, totalIsExact } = await pageOf(caller, path, 'pageSize=5');
    expect(totalIsExact).toBe(false);
    expect(total).toBeGreaterThanOrEqual(70);
    expect(total).toBeLessThan(100);
  });
});
