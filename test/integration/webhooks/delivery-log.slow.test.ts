import { beforeAll, describe, expect, it } from 'vitest';
import {
  deliveryIds,
  newDelivery,
  type StoredDelivery,
} from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { insertDeliveries } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  deliveriesOnce,
  deliveriesPath,
  eventType,
  listDeliveries,
  publish,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { callsOf } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { useReceivers } from '../../support/clients/sinks.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

const aSink = useReceivers();

describe('the log', () => {
  let owner: TestCaller;
  let ids: { good: string; bad: string };
  const day = new Date().toISOString().slice(0, 10);

  beforeAll(async () => {
    owner = await aTenant();
    const [good, bad] = [
      await aWebhook(owner, { name: 'Good' }, await aSink()),
      await aWebhook(owner, { name: 'Bad', maxRetries: 1 }, await aSink(500)),
    ];
    ids = { good: good.id, bad: bad.id };
    for (const n of [1, 2]) await publish(owner, { n });
    await decidedDeliveries(owner, good.id, 2);
    await decidedDeliveries(owner, bad.id, 2);
  });

  it.each([
    ['', 4],
    ['status=delivered', 2],
    ['status=expired', 2],
    ['status=pending', 0],
    ['status=failed,expired', 2],
    ['status=delivered, expired', 4],
    [`eventType=${eventType}`, 4],
    ['eventType=sales.order.created', 0],
    ['search=status%20500', 2],
    [`webhookId=${unknownId}`, 0],
    [`fromDate=${day}`, 4],
    [`toDate=${day}`, 4],
    ['toDate=2020-01-01', 0],
    ['fromDate=2999-01-01', 0],
    ['webhookId=&status=', 4],
  ])('with "%s" has %s entries', async (query, total) => {
    const page = await listDeliveries(owner, query);
    expect([page.total, page.items.length]).toEqual([total, total]);
  });

  it('lists the newest first, of one webhook or of all, in pages', async () => {
    const all = await listDeliveries(owner);
    const times = all.items.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
    const reversed = await listDeliveries(owner, 'sortDir=asc');
    expect(reversed.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id).reverse());
    const [third] = (await listDeliveries(owner, 'pageSize=2&page=2')).items;
    expect(third).toEqual(all.items[2]);
    expect(await listDeliveries(owner, `webhookId=${ids.bad}`)).toMatchObject({
      total: 2,
      items: [{ webhookName: 'Bad' }, { webhookName: 'Bad' }],
    });
  });

  it.each([
    'webhookId=x',
    'status=lost',
    'status=expired,lost',
    'pageSize=201',
    'page=0',
    'fromDate=yesterday',
    'fromDate=2026-03-02&toDate=2026-03-01',
  ])('refuses %s', async (query) => {
    expect((await owner.api.get(`${deliveriesPath}?${query}`)).status).toBe(400);
  });

  it('returns an empty page without deliveries', async () => {
    const { api } = await aTenant();
    expect((await api.get(deliveriesPath)).body).toEqual({
      items: [],
      total: 0,
      totalIsExact: true,
      page: 1,
      pageSize: 50,
      totalPages: 0,
    });
  });

  it('returns one delivery by its id, read by key, unless another filter excludes it', async () => {
    const { items } = await listDeliveries(owner, `webhookId=${ids.bad}`);
    const [wanted] = items;
    if (wanted === undefined) throw new Error('There is no delivery.');
    const query = `id=${wanted.id}`;
    const answer = await owner.api.get(`${deliveriesPath}?${query}`);
    expect(answer.body).toMatchObject({ items: [wanted], total: 1, totalPages: 1 });
    const calls = (await callsOf(answer)).map(({ action }) => action);
    expect(calls).toEqual(['UpdateItem', 'Query', 'BatchGetItem', 'BatchGetItem']);
    const others = [`webhookId=${ids.good}`, 'status=delivered', 'toDate=2020-01-01', 'search=nothing'];
    for (const other of others)
      expect(await listDeliveries(owner, `${query}&${other}`)).toMatchObject({ items: [], total: 0 });
    expect((await listDeliveries(owner, `${query}&page=2`)).items).toEqual([]);
    expect((await listDeliveries(await aSibling(owner), query)).items).toEqual([]);
  });

  it('is counted by webhook', async () => {
    const { body } = await owner.api.get(`${webhookPath(ids.bad)}/stats`);
    expect(body).toMatchObject({
      total: 2,
      delivered: 0,
      expired: 2,
      attempts: 2,
      successRate: 0,
      isExact: true,
    });
    const past = await owner.api.get(`${webhookPath(ids.bad)}/stats?since=2020-01-01&until=2020-01-02`);
    expect(past.body).toMatchObject({ total: 0, successRate: null, averageDurationMs: null });
  });

  it('is hidden from other tenants and organizations', async () => {
    const [{ id } = { id: '' }] = (await listDeliveries(owner)).items;
    for (const { api } of [await aTenant(), await aSibling(owner)]) {
      for (const path of [`${deliveriesPath}/${id}`, `${deliveriesPath}/${unknownId}`]) {
        expect(await api.get(path)).toMatchObject({ status: 404, body: { error: 'Delivery not found.' } });
        expect((await api.post(`${path}/retry`)).status).toBe(404);
      }
      expect((await api.get(deliveriesPath)).body.total).toBe(0);
    }
  });
});

describe('a recovery', () => {
  it('redelivers deliveries that failed or expired in the window, and no others', async () => {
    const owner = await aTenant();
    const sink = await aSink([400, 400, 200, 200, 200]);
    const { id } = await aWebhook(owner, {}, sink);
    const startMs = Date.now() - 5_000;
    for (const n of [1, 2]) await publish(owner, { n });
    await decidedDeliveries(owner, id, 2);
    await publish(owner, { n: 3 });
    await decidedDeliveries(owner, id, 3);
    const since = new Date(startMs).toISOString();
    const { status, body } = await owner.api.post(`${webhookPath(id)}/recover`, { body: { since } });
    expect(status).toBe(202);
    expect(body).toMatchObject({ success: true, since, id: expect.any(String) });
    const rows = await deliveriesOnce(owner, id, (row) => row.status === 'delivered', 3);
    expect(rows.map(({ attemptNumber }) => attemptNumber).sort()).toEqual([1, 2, 2]);
    expect(sink.requests).toHaveLength(5);
  });

  it('processes a log of any length, page by page', async () => {
    const owner = await aTenant();
    const { id: webhookId } = await aWebhook(owner);
    // Each of them is completed again without a request.
    await owner.api.put(webhookPath(webhookId), { body: { isActive: false } });
    const { tenantId, organizationId } = owner;
    const nowMs = Date.now();
    const targetUrl = 'https://example.com/';
    const expired = Array.from({ length: 101 }, (_, index): StoredDelivery => {
      const ids = deliveryIds({ idempotencyKey: `${tenantId}:${index}`, occurredAtMs: nowMs }, webhookId);
      const made = { ...ids, tenantId, organizationId, webhookId, eventType, payloadId: 'all', targetUrl };
      return { ...newDelivery({ ...made, maxAttempts: 1, madeAtMs: nowMs }, nowMs), status: 'expired' };
    });
    await insertDeliveries(expired, '{}');
    const since = new Date(nowMs - 1_000).toISOString();
    await owner.api.post(`${webhookPath(webhookId)}/recover`, { body: { since } });
    await eventually('all of them completed again', async () => {
      const { total } = await listDeliveries(owner, `webhookId=${webhookId}&search=inactive`);
      return total === 101 ? total : undefined;
    });
  });

  it('needs no body', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    expect(await owner.api.post(`${webhookPath(id)}/recover`)).toMatchObject({
      status: 202,
      body: { success: true, since: expect.any(String), until: expect.any(String) },
    });
  });

  it.each([
    ['that ends before the retention period', { until: '2020-01-01' }],
    ['that ends before it starts', { since: '2026-03-02', until: '2026-03-01' }],
    ['that starts before the retention period', { since: '2020-01-01' }],
    ['with an invalid date', { since: 'yesterday' }],
  ])('%s is refused', async (_, body) => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    expect((await owner.api.post(`${webhookPath(id)}/recover`, { body })).status).toBe(400);
  });
});
