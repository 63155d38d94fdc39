/** Conformance cases of the delivery log, its statistics, and loops. */
import { beforeAll, expect, inject } from 'vitest';
import type { WebhookStats } from '../../../shared/modules/webhooks/deliveries/stats-contract.ts';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  deliveriesPath,
  eventType,
  listDeliveries,
  publish,
  readWebhook,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { startSink } from '../../support/clients/sink.ts';
import { casesOf } from '../support/conformance.ts';
import { aReceiver } from '../support/receivers.ts';
import { aCaller, aSibling, aTenantWithEvents } from '../support/stage.ts';

const { proves } = casesOf('webhooks');

const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const day = new Date().toISOString().slice(0, 10);

/** An organization with two deliveries of each of two webhooks: one that succeeds, and one that fails. */
let owner: TestCaller;
let good: string;
let bad: string;
beforeAll(async () => {
  owner = await aTenantWithEvents();
  await using sink = await startSink(inject('stage').receiver.url);
  sink.respond(({ path }) => ({ status: path === '/good' ? 200 : 500 }));
  const create = async (name: string, path: string) =>
    (await aWebhook(owner, { name, maxRetries: 1, url: `${sink.url}${path}` })).id;
  [good, bad] = [await create('Good', '/good'), await create('Bad', '/bad')];
  for (const n of [1, 2]) await publish(owner, { n });
  await decidedDeliveries(owner, good, 2);
  await decidedDeliveries(owner, bad, 2);
});

proves(
  'log-filters',
  [
    ['', 4],
    ['status=delivered', 2],
    ['status=pending', 0],
    ['status=failed,expired', 2],
    ['status=delivered, expired', 4],
    [`eventType=${eventType}`, 4],
    ['eventType=sales.order.created', 0],
    ['search=STATUS%20500', 2],
    [`webhookId=${unknownId}`, 0],
    [`fromDate=${day}`, 4],
    [`toDate=${day}`, 4],
    ['toDate=2020-01-01', 0],
    ['fromDate=2999-01-01', 0],
    ['webhookId=&status=', 4],
  ] as const,
  async ([query, total]) => {
    const page = await listDeliveries(owner, query);
    expect([page.total, page.items.length]).toEqual([total, total]);
  },
);

proves('log-order', async () => {
  const all = await listDeliveries(owner);
  const times = all.items.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  const oldest = await listDeliveries(owner, 'sortDir=asc');
  expect(oldest.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id).toReversed());
  expect((await listDeliveries(owner, 'pageSize=2&page=2')).items[0]).toEqual(all.items[2]);
  const items = [{ webhookName: 'Bad' }, { webhookName: 'Bad' }];
  expect(await listDeliveries(owner, `webhookId=${bad}`)).toMatchObject({ items });
});

proves(
  'log-queries',
  ['status=lost', 'status=expired,lost', 'fromDate=yesterday', 'fromDate=2026-03-02&toDate=2026-03-01'],
  async (query) => {
    expect((await owner.api.get(`${deliveriesPath}?${query}`)).status).toBe(400);
  },
);

proves('empty-log', async () => {
  const { api } = await aCaller();
  expect((await api.get(deliveriesPath)).body).toEqual({
    ...{ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 50, totalPages: 0 },
  });
});

proves('log-by-id', async () => {
  const [wanted] = (await listDeliveries(owner, `webhookId=${bad}`)).items;
  const query = `id=${wanted?.id}`;
  expect(await listDeliveries(owner, query)).toMatchObject({ items: [wanted], total: 1, totalPages: 1 });
  for (const other of [`webhookId=${good}`, 'status=delivered', 'toDate=2020-01-01', 'search=nothing'])
    expect(await listDeliveries(owner, `${query}&${other}`)).toMatchObject({ items: [], total: 0 });
  expect((await listDeliveries(owner, `${query}&page=2`)).items).toEqual([]);
});

proves('log-of-organization', async () => {
  const [delivery] = (await listDeliveries(owner)).items;
  const { api } = await aSibling(owner);
  for (const id of [delivery?.id, unknownId]) {
    const path = `${deliveriesPath}/${id}`;
    expect(await api.get(path)).toMatchObject({ status: 404, body: { error: 'Delivery not found.' } });
    expect((await api.post(`${path}/retry`)).status).toBe(404);
  }
  expect((await api.get(`${deliveriesPath}?id=${delivery?.id}`)).body).toMatchObject({ items: [], total: 0 });
});

proves('statistics', async () => {
  const { body } = await owner.api.get(`${webhookPath(bad)}/stats`);
  expect(body).toMatchObject({
    ...{ total: 2, delivered: 0, expired: 2, attempts: 2, successRate: 0, isExact: true },
  });
  const past = await owner.api.get(`${webhookPath(bad)}/stats?since=2020-01-01&until=2020-01-02`);
  expect(past.body).toMatchObject({ total: 0, successRate: null, averageDurationMs: null });
});

proves('statistics-steps', async () => {
  const { body } = await owner.api.get<WebhookStats>(`${webhookPath(bad)}/stats`);
  const { total, expired, attempts, stepSeconds, points, p50DurationMs, p95DurationMs } = body;
  expect([total, expired, attempts, stepSeconds]).toEqual([2, 2, 2, 3_600]);
  const sumOf = (name: 'total' | 'expired') => points.reduce((sum, point) => sum + point[name], 0);
  expect([sumOf('total'), sumOf('expired')]).toEqual([2, 2]);
  expect(points.length).toBeGreaterThanOrEqual(24);
  expect(p50DurationMs).toBeGreaterThanOrEqual(0);
  expect(p95DurationMs).toBeGreaterThanOrEqual(Number(p50DurationMs));
});

proves('switched-off', async () => {
  const caller = await aSibling(owner);
  const { id } = await aWebhook(caller, {}, await aReceiver(caller));
  const path = webhookPath(id);
  const { body } = await caller.api.post<{ delivery: { id: string } }>(`${path}/test`);
  await caller.api.put('/api/integrations/webhook_custom/state', { body: { isEnabled: false } });
  const refused = { status: 409, body: { code: 'webhooks_disabled' } };
  for (const operation of [`${path}/test`, `${path}/recover`, `${deliveriesPath}/${body.delivery.id}/retry`])
    expect(await caller.api.post(operation)).toMatchObject(refused);
  expect(await caller.api.post(`${path}/replay`, { body: { from: day } })).toMatchObject(refused);
});

/** Forwards each request to an endpoint of the platform, with the headers that proxies pass on. */
async function aRelay(caller: TestCaller, path: string, body: object) {
  const relay = await aReceiver(caller);
  const statuses: number[] = [];
  relay.respond(async ({ headers: received }) => {
    const passed = Object.entries(received).filter(([name]) => /^(webhook-id|x-platform-hops)$/.test(name));
    const answer = await fetch(`${inject('baseUrl')}${path}`, {
      method: 'POST',
      headers: { ...Object.fromEntries(passed), 'content-type': 'application/json', 'x-api-key': caller.key },
      body: JSON.stringify(body),
    });
    statuses.push(answer.status);
    return { status: answer.status, body: await answer.text() };
  });
  const ends = async (wanted: readonly number[]) => {
    await relay.waitFor(wanted.length);
    await expect.poll(() => statuses.toSorted()).toEqual(wanted);
  };
  return { relay, ends };
}

proves('loops-end', async () => {
  const caller = await aTenantWithEvents();
  const body = { type: 'sales.order.returned', data: {} };
  const { relay, ends } = await aRelay(caller, '/api/events', body);
  const { id } = await aWebhook(caller, { subscribedEvents: [body.type], autoDisableThreshold: 1 }, relay);
  await caller.api.post('/api/events', { body });
  await ends([202, 409]);
  const [expired] = await eventually('the refused delivery', async () => {
    const { items } = await listDeliveries(caller, `webhookId=${id}&status=expired`);
    return items.length > 0 ? items : undefined;
  });
  expect(expired).toMatchObject({ attemptNumber: 1, responseStatus: 409 });
  expect(expired?.errorMessage).toContain('loop');
  expect(await readWebhook(caller, id)).toMatchObject({ isActive: true, consecutiveFailures: 0 });
  const types = await eventually('the notification', async () => {
    const { items } = (await caller.api.get<{ items: { type: string }[] }>('/api/notifications')).body;
    return items.length > 0 ? items.map(({ type }) => type) : undefined;
  });
  expect(types).toEqual(['webhooks.delivery.loop_detected']);
});

proves('doubled-loops-end', async () => {
  const caller = await aTenantWithEvents();
  const body = { type: 'sales.order.doubled', data: {} };
  const { relay, ends } = await aRelay(caller, '/api/events', body);
  for (const _ of [1, 2]) await aWebhook(caller, { subscribedEvents: [body.type] }, relay);
  await caller.api.post('/api/events', { body });
  await ends([202, 202, 409, 409, 409, 409]);
});

proves('loops-through-rules-end', async () => {
  const caller = await aTenantWithEvents();
  const entityType = 'sales.loop';
  const record = { entityType, fields: { name: 'Again' } };
  const { relay, ends } = await aRelay(caller, '/api/entities/records', record);
  const rule = {
    ...aRule({ entityType, eventType: 'created' }),
    conditionExpression: { field: 'nothing', operator: 'IS_EMPTY' },
    successActions: [{ type: 'CALL_WEBHOOK', config: { url: `${relay.url}/`, body: {} } }],
  };
  expect((await caller.api.post('/api/business_rules/rules', { body: rule })).status).toBe(201);
  await caller.api.post('/api/entities/records', { body: record });
  await ends([201, 409]);
});

const forged = `7.${'x'.repeat(43)}`;
const hopsWithoutSignature: Record<string, string>[] = [
  {},
  { 'x-platform-hops': '7', 'webhook-id': 'msg_1' },
  { 'x-platform-hops': forged, 'webhook-id': 'msg_1' },
  { 'x-platform-hops': forged },
];
proves('unsigned-hops', hopsWithoutSignature, async (headers) => {
  const { api } = await aCaller();
  const body = { type: 'sales.order.returned', data: {} };
  expect((await api.post('/api/events', { body, headers })).status).toBe(202);
});
