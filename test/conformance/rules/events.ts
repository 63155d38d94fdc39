/** Conformance cases of rules: rules that events run, and rules that call webhooks. */
import { expect } from 'vitest';
import { executed, type LogRow, listLogs } from '../../support/builders/rules.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  deliveriesPath,
  getDelivery,
  listDeliveries,
  verified,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { casesOf } from '../support/conformance.ts';
import { aReceiver } from '../support/receivers.ts';
import { always, aStoredRule, expectHidden } from '../support/rules.ts';
import { aCaller, aSibling, aTenant, aTenantWithEvents, created } from '../support/stage.ts';

const { proves } = casesOf('rules');

const recordsPath = '/api/entities/records';

/** The log once it has this many entries. */
const logOf = (caller: TestCaller, entries: number): Promise<LogRow[]> =>
  eventually(`${entries} entries of the log`, async () => {
    const { items, total } = await listLogs(caller);
    return total >= entries ? items : undefined;
  });
const record = ({ api }: TestCaller, fields: object) =>
  created(api.post<{ id: string }>(recordsPath, { body: { entityType: 'sales.order', fields } }));

proves('triggered', async () => {
  const caller = await aTenantWithEvents();
  const large = { field: 'total', operator: '>', value: 100 };
  await aStoredRule(await aSibling(caller), { ruleId: 'SIBLING' });
  for (const rule of [
    { eventType: 'created', conditionExpression: large },
    { eventType: 'afterUpdate', conditionExpression: large },
    { eventType: 'deleted' },
    { enabled: false },
    { entityType: 'sales.offer' },
  ])
    await aStoredRule(caller, rule);
  const { id } = await record(caller, { total: 250 });
  expect((await logOf(caller, 1))[0]).toMatchObject({
    ...{ executionResult: 'SUCCESS', entityType: 'sales.order', entityId: id, eventType: 'created' },
    ...{ executedBy: 'system:events', eventId: expect.any(String) },
    inputContext: { data: { total: 250, id, fields: { total: 250 } }, eventType: 'created', user: null },
  });
  await caller.api.put(recordsPath, { body: { id, fields: { total: 50 } } });
  expect((await logOf(caller, 2))[0]).toMatchObject({ eventType: 'updated', executionResult: 'FAILURE' });
  await caller.api.delete(`${recordsPath}?id=${id}`);
  expect((await logOf(caller, 3))[0]).toMatchObject({ eventType: 'deleted' });
});

proves('large-records', async () => {
  const caller = await aTenantWithEvents();
  await aStoredRule(caller, { conditionExpression: { field: 'total', operator: '=', value: 250 } });
  const long = { field: 'total', operator: 'NOT_IN', value: ['x'.repeat(5_000)] };
  await aStoredRule(caller, { conditionExpression: long });
  await record(caller, { total: 250, text: 'x'.repeat(262_000) });
  for (const { executionResult } of await logOf(caller, 2)) expect(executionResult).toBe('SUCCESS');
});

proves('five-in-a-row', async () => {
  const caller = await aTenantWithEvents();
  const config = { eventName: 'sales.order.flagged', payload: { id: '{{entityId}}' } };
  const successActions = [{ type: 'EMIT_EVENT', config }];
  await aStoredRule(caller, { conditionExpression: always, eventType: 'flagged', successActions });
  await caller.api.post('/api/events', { body: { type: 'sales.order.flagged', data: { id: 'SO-1' } } });
  const rows = await logOf(caller, 6);
  expect(rows.map(({ outputContext }) => Object(outputContext.actionsExecuted)[0]?.success)).toEqual([
    ...[false, true, true, true, true, true],
  ]);
  expect(rows[0]?.errorMessage).toMatch(/sales\.order\.flagged is refused: it is the result of 5 rules/);
  for (const { entityId } of rows) expect(entityId).toBe('SO-1');
});

type Result = { success: boolean; error?: string; deliveryId: string; status: string; webhookId?: string };

/** Executes a rule with these actions for an order, and returns their results. */
async function called(caller: TestCaller, configs: readonly object[], more: object = {}): Promise<Result[]> {
  const successActions = configs.map((config) => ({ type: 'CALL_WEBHOOK', config }));
  await aStoredRule(caller, { conditionExpression: always, successActions });
  const { executedRules } = await executed(caller, { entityId: 'SO-1', data: { total: 250 }, ...more });
  return (executedRules[0]?.actionsExecuted?.results ?? []) as unknown as Result[];
}
const errorsOf = (results: readonly Result[]) => results.map(({ error = null }) => error);
const calledWebhook = 'business_rules.rule.called_webhook';

proves('called-url', async () => {
  const caller = await aTenantWithEvents();
  const sink = await aReceiver(caller);
  const { url } = sink;
  const headers = { 'X-Total': '{{total}}', Authorization: 'Bearer abc' };
  const results = await called(caller, [
    { url: `${url}/{{entityId}}?key=hunter2`, method: 'put', headers, body: { total: '{{total}}' } },
    { url: `${url}/text?{{"a/b&c"}}`, payload: 'Order {{entityId}}' },
    { url: `${url}/get`, method: 'GET', body: 'not with GET' },
    { url: `${url}/delete`, method: 'DELETE', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
  ]);
  expect(results.map(({ success, status }) => [success, status])).toEqual(Array(4).fill([true, 'pending']));
  const requests = await sink.waitFor(4);
  const sent = new Map(requests.map((request) => [request.path.replace(/^.*\//, ''), request]));
  expect(sent.get('SO-1?key=hunter2')).toMatchObject({
    ...{ method: 'PUT', body: '{"total":250}' },
    headers: {
      ...{ 'content-type': 'application/json', 'x-total': '250', authorization: 'Bearer abc' },
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
    },
  });
  const text = { 'content-type': 'text/plain; charset=utf-8' };
  expect(sent.get('text?a%2Fb%26c')).toMatchObject({ method: 'POST', body: 'Order SO-1', headers: text });
  expect(sent.get('get')).toMatchObject({ method: 'GET', body: '' });
  expect(sent.get('get')?.headers).not.toHaveProperty('content-type');
  const xml = { 'content-type': 'text/xml' };
  expect(sent.get('delete')).toMatchObject({ method: 'DELETE', body: '<a/>', headers: xml });
  for (const request of requests) expect(request.headers).not.toHaveProperty('webhook-signature');
  const [entry] = (await listLogs(caller)).items;
  expect(JSON.stringify(entry?.outputContext)).toContain(`${url}/SO-1"`);
  expect(JSON.stringify(entry?.outputContext)).toContain(results[0]?.deliveryId);
  expect(JSON.stringify(entry)).not.toMatch(/hunter2|Bearer/);
});

proves('call-delivery', async () => {
  const caller = await aTenantWithEvents();
  const sink = await aReceiver(caller);
  const [result] = await called(caller, [{ url: sink.url, body: { total: '{{total}}' } }]);
  const id = result?.deliveryId ?? '';
  const delivery = await eventually('the delivery', async () => {
    const found = await getDelivery(caller, id);
    return found.status === 'delivered' ? found : undefined;
  });
  expect(delivery).toMatchObject({
    ...{ webhookId: null, webhookName: null, eventType: calledWebhook, payload: { total: 250 } },
    attempts: [{ outcome: 'delivered', responseStatus: 200 }],
  });
  expect((await listDeliveries(caller, `eventType=${calledWebhook}`)).total).toBe(1);
  const strangers = [await aSibling(caller), await aTenant()];
  const read = ({ api }: TestCaller, delivered: string) => api.get(`${deliveriesPath}/${delivered}`);
  const retry = ({ api }: TestCaller, delivered: string) => api.post(`${deliveriesPath}/${delivered}/retry`);
  await expectHidden(strangers, [read, retry], id);
  for (const stranger of strangers) expect((await listDeliveries(stranger)).total).toBe(0);
});

proves('call-dry-run', async () => {
  const caller = await aCaller();
  const results = await called(caller, [{ url: 'https://hooks.example.com/' }], { dryRun: true });
  expect(results).toMatchObject([{ success: true }]);
  expect((await listDeliveries(caller)).total).toBe(0);
});

proves('forbidden-url', async () => {
  const caller = await aTenantWithEvents();
  const sink = await aReceiver(caller);
  const configs = [
    { url: 'file:///{{entityId}}' },
    { url: 'http://user:{{entityId}}@example.com' },
    { url: sink.url, headers: { 'X-Text': 'ü{{entityId}}' } },
    { url: sink.url, body: '{{text}}' },
    { url: sink.url },
  ];
  expect(errorsOf(await called(caller, configs, { data: { text: 'x'.repeat(263_000) } }))).toEqual([
    'The url must begin with https:// or http://.',
    'The url must not contain a user name or a password.',
    'headers.X-Text must consist of printable ASCII characters.',
    'Headers and body have more than 262144 bytes.',
    null,
  ]);
  expect(await sink.waitFor(1)).toHaveLength(1);
  expect((await listLogs(caller)).items[0]?.errorMessage).toContain('The url must begin');
});

proves('called-webhook', async () => {
  const caller = await aTenantWithEvents();
  const sink = await aReceiver(caller);
  const webhook = await aWebhook(caller, { httpMethod: 'PATCH', customHeaders: { 'X-Own': 'yes' } }, sink);
  const results = await called(caller, [{ webhookId: webhook.id, body: { total: '{{total}}' } }]);
  expect(results).toMatchObject([{ success: true, webhookId: webhook.id }]);
  const [request] = await sink.waitFor(1);
  if (request === undefined) throw new Error('nothing arrived');
  expect(request).toMatchObject({ method: 'PATCH', headers: { 'x-own': 'yes' } });
  const { tenantId, organizationId } = caller;
  const rule = { id: expect.any(String), ruleId: expect.any(String), ruleName: expect.any(String) };
  const order = { entityType: 'sales.order', entityId: 'SO-1', eventType: null, body: { total: 250 } };
  const data = { ...rule, ...order, tenantId, organizationId };
  const sent = { type: calledWebhook, timestamp: expect.any(String), data };
  expect(verified(webhook.secret, request)).toEqual(sent);
});

proves('unusable-webhook', async () => {
  const owner = await aTenantWithEvents();
  const sink = await aReceiver(owner);
  const foreign = await aWebhook(await aTenant(), {}, sink);
  const ofSibling = await aWebhook(await aSibling(owner), {}, sink);
  const [off, own] = [await aWebhook(owner, {}, sink), await aWebhook(owner, {}, sink)];
  await owner.api.put(webhookPath(off.id), { body: { isActive: false } });
  const ids = [foreign.id, ofSibling.id, off.id, '{{entityId}}'].map((webhookId) => ({ webhookId }));
  const tooLarge = { webhookId: own.id, body: '{{text}}' };
  const data = { text: 'x'.repeat(420_000) };
  expect(errorsOf(await called(owner, [...ids, tooLarge, { url: sink.url }], { data }))).toEqual([
    `The webhook ${foreign.id} does not exist.`,
    `The webhook ${ofSibling.id} does not exist.`,
    `The webhook ${off.id} is disabled.`,
    'The webhook SO-1 does not exist.',
    'The effect of the action is too large to be stored.',
    null,
  ]);
  expect(await sink.waitFor(1)).toHaveLength(1);
});
