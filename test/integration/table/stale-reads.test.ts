/**
 * Pages show every earlier write, even if eventually consistent reads lag: here they miss everything that a test
 * writes.
 */
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { ruleListPartition } from '../../../shared/modules/rules/keys.ts';
import { rulesPath } from '../../support/builders/rules.ts';
import { samplesAs, sendAs } from '../../support/builders/samples.ts';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { aWebhook, getDelivery, webhookPath } from '../../support/builders/webhooks.ts';
import { startSink } from '../../support/clients/sink.ts';
import { during } from '../../support/fault-injection/faults.ts';

const withStaleReads = <T>({ tenantId }: TestCaller, act: () => Promise<T>): Promise<T> =>
  during({ effect: 'stale', bodyContains: tenantId }, act);

async function call(operationId: string, caller: TestCaller) {
  const { endpoint, prepare } = sampleOf(operationId);
  const answer = await sendAs(caller)(toWire(endpoint, await prepare(samplesAs(caller))));
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

const idsOf = ({ items, data }: Record<string, unknown>): unknown[] =>
  [items ?? data].flat().map((row) => Object(row).id);

describe('while eventually consistent reads lag', () => {
  it('a strongly consistent read shows the latest write, an eventually consistent one does not', async () => {
    const caller = await aSuperAdmin();
    const pk = ruleListPartition(caller);
    await withStaleReads(caller, async () => {
      await caller.api.post(rulesPath, { body: aRule() });
      expect(await queryAll({ pk, consistent: false })).toEqual([]);
      expect(await queryAll({ pk, consistent: true })).toHaveLength(1);
    });
    expect(await queryAll({ pk, consistent: false })).toHaveLength(1);
  });

  it('a page of rules shows a rule that was created, changed and deleted', async () => {
    const caller = await aSuperAdmin();
    const page = async () => (await caller.api.get<{ data: unknown[]; pagination: object }>(rulesPath)).body;
    await caller.api.post(rulesPath, { body: aRule({ ruleId: 'OLD', ruleName: 'Before' }) });
    await withStaleReads(caller, async () => {
      const { body } = await caller.api.post(rulesPath, { body: aRule({ ruleId: 'NEW', priority: 1 }) });
      const created = await page();
      expect(created.data).toEqual([
        expect.objectContaining({ ruleId: 'OLD' }),
        expect.objectContaining({ ruleId: 'NEW' }),
      ]);
      expect(created.pagination).toMatchObject({ total: 2 });
      await caller.api.put(rulesPath, { body: { id: body.id, ruleName: 'After' } });
      expect((await page()).data[1]).toMatchObject({ ruleId: 'NEW', ruleName: 'After' });
      await caller.api.delete(`${rulesPath}?id=${body.id}`);
      expect(await page()).toMatchObject({ data: [{ ruleId: 'OLD' }], pagination: { total: 1 } });
    });
  });

  it.each([
    ['createSet', 'listSets'],
    ['createRecord', 'listRecords'],
    ['createWebhook', 'listWebhooks'],
    ['createInboundEndpoint', 'listInboundEndpoints'],
    ['createJob', 'listJobs'],
    ['createRole', 'listRoles'],
    ['createUser', 'listUsers'],
    ['createApiKey', 'listApiKeys'],
    ['saveSyncMapping', 'listSyncMappings'],
    ['createProgressJob', 'listProgressJobs'],
  ])('the resource of %s is on the page of %s', async (create, list) => {
    const caller = await aSuperAdmin();
    await withStaleReads(caller, async () => {
      const { id } = await call(create, caller);
      expect(id).toBeTypeOf('string');
      expect(idsOf(await call(list, caller))).toContain(id);
    });
  });

  it('the audit trail shows the last change', async () => {
    const caller = await aSuperAdmin();
    await withStaleReads(caller, async () => {
      const { id } = await call('createRule', caller);
      expect(await call('listAuditActions', caller)).toMatchObject({
        items: expect.arrayContaining([expect.objectContaining({ resourceId: id, action: 'created' })]),
      });
    });
  });

  it('a delivery is shown with its payload, its attempts and the name of its webhook', async () => {
    await using sink = await startSink();
    const caller = await aSuperAdmin();
    await withStaleReads(caller, async () => {
      const { id } = await aWebhook(caller, {}, sink);
      const { body } = await caller.api.post<{ delivery: { id: string } }>(`${webhookPath(id)}/test`);
      expect(body.delivery).toMatchObject({
        status: 'delivered',
        attempts: [{ attemptNumber: 1 }],
        webhookName: expect.any(String),
        payload: { data: { ping: true } },
      });
      expect(await getDelivery(caller, body.delivery.id)).toEqual(body.delivery);
    });
  });

  it('payment methods are read with credentials that were just saved', async () => {
    const caller = await aSuperAdmin();
    await withStaleReads(caller, async () => {
      const { items } = await call('listPaymentMethods', caller);
      expect(items).not.toEqual([]);
      const { id } = await call('getPaymentMethod', caller);
      expect(id).toBeTypeOf('string');
    });
  });
});
