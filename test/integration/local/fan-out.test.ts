/** The test runtime does not fan out events of tenants without a listening test. Nothing else may differ. */
import { expect, it } from 'vitest';
import { itemsOf, listLogs } from '../../support/builders/rules.ts';
import { aRule, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { followTenant } from '../../support/runtime/fan-out.ts';

const recordsPath = '/api/entities/records';

/** A rule that every record of a type triggers. */
const ruleOf = (entityType: string) =>
  aRule({ entityType, conditionExpression: { field: 'nothing', operator: 'IS_EMPTY' } });
const aRecord = ({ api }: TestCaller, entityType: string) =>
  api.post(recordsPath, { body: { entityType, fields: { total: 1 } } });

/** Writes in several modules whose events no worker handles. Returns the responses. */
async function work(caller: TestCaller): Promise<unknown[]> {
  const { api } = caller;
  const rule = await api.post('/api/business_rules/rules', { body: ruleOf('sales.offer') });
  const changed = await api.put('/api/business_rules/rules', { body: { id: rule.body.id, priority: 7 } });
  const record = await aRecord(caller, 'sales.order');
  return [rule, changed, record].map(({ status, body }) => ({ status, body }));
}

/** Removes ids and times. */
function comparable(value: unknown, { keyId, tenantId, organizationId }: TestCaller): unknown {
  const own = JSON.stringify(value).replaceAll(
    new RegExp(`${keyId}|${tenantId}|${organizationId}`, 'g'),
    'own',
  );
  const others = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{40,}/g;
  return JSON.parse(
    own
      .replaceAll(others, 'id')
      .replaceAll(/"sk":"\d{4}"/g, '"sk":"shard"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{10,}/g, 'time'),
  );
}

/** The responses and items of a tenant's requests, and the events in its outbox. */
async function trace(caller: TestCaller) {
  const eventsSince = await watchEvents(caller.tenantId);
  const answers = await work(caller);
  const events = (await eventsSince()).map(({ type, data }) => ({
    type,
    data: Object.keys(data).toSorted(),
  }));
  const written = itemsOf(caller.tenantId).map(({ pk, entity, ...item }) => ({
    pk,
    entity,
    has: Object.keys(item).toSorted(),
  }));
  return { answers, events, written };
}

it('requests of a tenant return and write the same with and without fan-out; only events are published or not', async () => {
  const [held, followed] = [await aTenant(), await aTenant()];
  await followTenant(followed.tenantId);
  const [here, there] = [await trace(held), await trace(followed)];
  expect(here.events.map(({ type }) => type)).toContain('sales.order.created');
  expect(comparable(here.answers, held)).toEqual(comparable(there.answers, followed));
  expect(comparable(here.events, held)).toEqual(comparable(there.events, followed));
  expect(comparable(here.written, held)).toEqual(comparable(there.written, followed));

  for (const caller of [held, followed]) await aRecord(caller, 'sales.offer');
  await expect.poll(async () => (await listLogs(followed)).total).toBe(1);
  expect((await listLogs(held)).total).toBe(0);
});
