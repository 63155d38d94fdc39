import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../../shared/kernel/table/write.ts';
import {
  deliveryIds,
  newDelivery,
  type StoredDelivery,
} from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { insertDeliveries } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import type { Webhook } from '../../../shared/modules/webhooks/endpoints/webhook-contract.ts';
import { listSubscriptions } from '../../../shared/modules/webhooks/endpoints/webhook-reader.ts';
import { webhookSwitchKey } from '../../../shared/modules/webhooks/keys.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  decidedDelivery,
  deliveriesOnce,
  deliveriesPath,
  eventType,
  fireSchedules,
  getDelivery,
  listDeliveries,
  publish,
  verified,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { callsOf } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

/** A receiver of one test, which answers as the test says. */
const sinks: Sink[] = [];
async function aSink(
  status?: number | readonly number[],
  headers: Record<string, string> = {},
): Promise<Sink> {
  const sink = await startSink();
  sinks.push(sink);
  const statuses = [status ?? 200].flat();
  sink.respond((_, index) => ({
    status: statuses[Math.min(index, statuses.length - 1)] ?? 200,
    headers: { 'content-type': 'text/plain', ...headers },
    body: `answer ${index + 1}`,
  }));
  return sink;
}
afterAll(() => Promise.all(sinks.map((sink) => sink.stop())));

const readWebhook = async ({ api }: TestCaller, id: string) => (await api.get<Webhook>(webhookPath(id))).body;

describe('an event', () => {
  it('reaches the webhooks that subscribe to it, signed, in the documented envelope', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const exact = await aWebhook(owner, { customHeaders: { 'X-Api-Key': 'abc' } }, sink);
    const { tenantId, organizationId } = owner;
    await aWebhook(owner, { subscribedEvents: ['sales.order.created', 'auth.*'] }, sink);
    await publish(owner, { carrier: 'DHL', nested: { list: [1, 'zwei', null] } });
    const [request] = await sink.waitFor(1);
    if (request === undefined) throw new Error('nothing arrived');
    expect(verified(exact.secret, request)).toEqual({
      type: eventType,
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/),
      data: { carrier: 'DHL', nested: { list: [1, 'zwei', null] }, tenantId, organizationId },
    });
    expect(request).toMatchObject({ method: 'POST', path: '/hook' });
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-api-key': 'abc',
      'user-agent': expect.stringContaining('Platform-Modules'),
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    });

    const delivery = await decidedDelivery(owner, exact.id);
    expect(delivery).toMatchObject({
      status: 'delivered',
      webhookName: 'Order updates',
      eventType,
      messageId: request.headers['webhook-id'],
      responseStatus: 200,
      responseBody: 'answer 1',
      responseHeaders: { 'content-type': 'text/plain' },
      errorMessage: null,
      attemptNumber: 1,
      maxAttempts: 10,
      nextRetryAt: null,
      targetUrl: `${sink.url}/hook`,
      attempts: [{ attemptNumber: 1, outcome: 'delivered', responseStatus: 200, responseBody: 'answer 1' }],
    });
    expect(delivery.payload).toEqual(JSON.parse(request.body));
    expect(sink.requests).toHaveLength(1);
    const { items, total } = await listDeliveries(owner);
    expect(items).toMatchObject([{ id: delivery.id, webhookName: 'Order updates' }]);
    expect(total).toBe(1);
    expect(await readWebhook(owner, exact.id)).toMatchObject({
      consecutiveFailures: 0,
      lastSuccessAt: expect.any(String),
      lastFailureAt: null,
    });
  });

  it('of the platform itself is delivered like a team’s own, by module and by star', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id } = await aWebhook(owner, { subscribedEvents: ['entities.*'], httpMethod: 'PUT' }, sink);
    const all = await aWebhook(owner, { subscribedEvents: ['*'], httpMethod: 'PATCH' }, sink);
    await owner.api.post('/api/entities/definitions', {
      body: { entityType: 'sales.order', key: 'priority', kind: 'text' },
    });
    await decidedDeliveries(owner, id);
    const type = 'entities.definition.created';
    await deliveriesOnce(owner, all.id, (row) => row.eventType === type && row.status === 'delivered');
    const told = sink.requests.filter(({ body }) => JSON.parse(body).type === type);
    expect(told.map(({ method }) => method).sort()).toEqual(['PATCH', 'PUT']);
  });

  it('goes to webhooks of its own organization only; one of the whole tenant goes to all', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const stranger = await aTenant();
    const sink = await aSink();
    const subscribedEvents = [eventType, 'auth.role.created'];
    const webhooks = await Promise.all(
      [north, south, stranger].map((caller) => aWebhook(caller, { subscribedEvents }, sink)),
    );
    const [ofNorth, ofSouth, ofStranger] = webhooks.map(({ id }) => id);
    await publish(north);
    await north.api.post('/api/auth/roles', { body: { name: 'support' } });
    await decidedDeliveries(north, ofNorth ?? '', 2);
    const [delivery] = await decidedDeliveries(south, ofSouth ?? '', 1);
    expect(delivery?.eventType).toBe('auth.role.created');
    expect((await listDeliveries(stranger)).total).toBe(0);
    expect(ofStranger).toBeDefined();
  });

  it('published twice under one id is delivered once', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner, { n: 1 }, { id: 'shipment-1' });
    await publish(owner, { n: 1 }, { id: 'shipment-1' });
    await publish(owner, { n: 2 });
    await decidedDeliveries(owner, id, 2);
    expect(sink.requests.map(({ body }) => JSON.parse(body).data.n).sort()).toEqual([1, 2]);
  });
});

describe('a receiver that fails', () => {
  it('is asked again with the same message id and a fresh signature, and every attempt is kept', async () => {
    const owner = await aTenant();
    const sink = await aSink([503, 429, 204]);
    const { id, secret } = await aWebhook(owner, {}, sink);
    await publish(owner);
    const delivery = await decidedDelivery(owner, id);
    expect(delivery).toMatchObject({ status: 'delivered', attemptNumber: 3, errorMessage: null });
    expect(delivery.attempts).toMatchObject([
      {
        outcome: 'retry',
        responseStatus: 503,
        responseBody: 'answer 1',
        errorMessage: 'The receiver answered 503.',
      },
      { outcome: 'retry', responseStatus: 429 },
      { outcome: 'delivered', responseStatus: 204 },
    ]);
    expect(new Set(sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(sink.requests.map(({ headers }) => headers['webhook-signature'])).size).toBeGreaterThan(1);
    for (const request of sink.requests) verified(secret, request);
    expect(await readWebhook(owner, id)).toMatchObject({
      consecutiveFailures: 0,
      lastFailureAt: expect.any(String),
    });
  });

  it('for longer than SQS can wait is asked by a schedule, once', async () => {
    const owner = await aTenant();
    const sink = await aSink([500, 500, 500, 200]);
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner);
    const [waiting] = await deliveriesOnce(owner, id, ({ attemptNumber }) => attemptNumber === 3);
    expect(waiting).toMatchObject({ status: 'pending' });
    const waitSeconds = (Date.parse(waiting?.nextRetryAt ?? '') - Date.now()) / 1_000;
    expect(waitSeconds).toBeGreaterThan(900);
    expect(await fireSchedules(`webhook-${waiting?.id}-`)).toBe(1);
    expect(await decidedDelivery(owner, id)).toMatchObject({ status: 'delivered', attemptNumber: 4 });
    expect(await fireSchedules(`webhook-${waiting?.id}-`)).toBe(0);
  });

  it('has failed when all attempts are used up, and gets one more on demand', async () => {
    const owner = await aTenant();
    const sink = await aSink([500, 500, 200]);
    const { id } = await aWebhook(owner, { maxRetries: 2 }, sink);
    await publish(owner);
    const delivery = await decidedDelivery(owner, id);
    expect(delivery).toMatchObject({
      status: 'expired',
      attemptNumber: 2,
      responseStatus: 500,
      nextRetryAt: null,
    });
    const path = `${deliveriesPath}/${delivery.id}`;
    const seen = { 'if-match': String((await owner.api.get(path)).headers.get('etag')) };
    const { status, body } = await owner.api.post(`${path}/retry`, { headers: seen });
    expect(status).toBe(200);
    const unseen = await owner.api.post(`${path}/retry`, { headers: seen });
    expect([unseen.status, unseen.body.code]).toEqual([412, 'stale']);
    expect(body).toMatchObject({
      success: true,
      delivery: { status: 'pending', id: delivery.id, maxAttempts: 3 },
    });
    const [again] = await deliveriesOnce(owner, id, (row) => row.status === 'delivered');
    expect(again).toMatchObject({ attemptNumber: 3, messageId: delivery.messageId });
  });

  it.each([0, 1])('gets a single attempt with maxRetries %s', async (maxRetries) => {
    const owner = await aTenant();
    const sink = await aSink(500);
    const { id } = await aWebhook(owner, { maxRetries }, sink);
    await publish(owner);
    expect(await decidedDelivery(owner, id)).toMatchObject({
      status: 'expired',
      attemptNumber: 1,
      maxAttempts: 1,
    });
  });

  it.each([400, 404, 302])('with %s is not asked again', async (status) => {
    const owner = await aTenant();
    const sink = await aSink(status, { location: '/elsewhere' });
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner);
    expect(await decidedDelivery(owner, id)).toMatchObject({
      status: 'expired',
      attemptNumber: 1,
      responseStatus: status,
    });
    expect(sink.requests).toHaveLength(1);
    expect(await readWebhook(owner, id)).toMatchObject({ isActive: true, consecutiveFailures: 1 });
  });

  it('with 410 switches the webhook off, and says why', async () => {
    const owner = await aTenant();
    const sink = await aSink(410);
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner);
    expect(await decidedDelivery(owner, id)).toMatchObject({ status: 'expired', responseStatus: 410 });
    await expect
      .poll(() => readWebhook(owner, id), { timeout: 20_000 })
      .toMatchObject({ isActive: false, disabledReason: 'gone' });
    await publish(owner);
    await owner.api.put(webhookPath(id), { body: { isActive: true } });
    expect(await readWebhook(owner, id)).toMatchObject({
      isActive: true,
      disabledReason: null,
      consecutiveFailures: 0,
    });
  });

  it('too often in a row is switched off; switched on again it starts afresh', async () => {
    const owner = await aTenant();
    const sink = await aSink(404);
    const { id } = await aWebhook(owner, { autoDisableThreshold: 2 }, sink);
    await publish(owner);
    await decidedDeliveries(owner, id, 1);
    expect(await readWebhook(owner, id)).toMatchObject({ isActive: true });
    await publish(owner);
    await expect
      .poll(() => readWebhook(owner, id), { timeout: 20_000 })
      .toMatchObject({ isActive: false, disabledReason: 'failures', consecutiveFailures: 2 });
    await owner.api.put(webhookPath(id), { body: { isActive: true } });
    await publish(owner);
    await decidedDeliveries(owner, id, 3);
    await expect
      .poll(() => readWebhook(owner, id), { timeout: 20_000 })
      .toMatchObject({ isActive: true, consecutiveFailures: 1 });
  });
});

describe('rotation', () => {
  it('signs with both secrets for the grace period, and without one at once with the new one only', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id, secret } = await aWebhook(owner, {}, sink);
    const rotate = async (body?: object) => {
      const answer = await owner.api.post<{ secret: string }>(`${webhookPath(id)}/rotate-secret`, { body });
      return answer.body.secret;
    };
    const second = await rotate();
    await publish(owner);
    const [dual] = await sink.waitFor(1);
    if (dual === undefined) throw new Error('nothing arrived');
    expect(dual.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const one of [secret, second]) verified(one, dual);
    const third = await rotate({ gracePeriodSeconds: 0 });
    await publish(owner);
    const [, single] = await sink.waitFor(2);
    if (single === undefined) throw new Error('nothing arrived');
    expect(single.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    verified(third, single);
  });
});

describe('a rate limit', () => {
  it('holds deliveries back without failing them, and loses none', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id } = await aWebhook(owner, { rateLimitPerMinute: 1 }, sink);
    for (const n of [1, 2, 3, 4]) await publish(owner, { n });
    // At most one in this minute, and one more should the minute end meanwhile; the others have their slots.
    const rows = await deliveriesOnce(
      owner,
      id,
      (row) => row.nextRetryAt !== null || row.status === 'delivered',
      4,
    );
    const held = rows.filter(({ status }) => status === 'pending');
    expect(held.length).toBeGreaterThanOrEqual(2);
    expect(new Set(held.map(({ nextRetryAt }) => nextRetryAt)).size).toBe(held.length);
    for (const { attemptNumber, errorMessage } of held)
      expect([attemptNumber, errorMessage]).toEqual([0, null]);
  });
});

describe('a test delivery', () => {
  it('is sent at once, recorded, and answered with what came of it', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id, secret } = await aWebhook(owner, {}, sink);
    const { status, body } = await owner.api.post<{ delivery: { id: string } }>(`${webhookPath(id)}/test`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      delivery: {
        status: 'delivered',
        eventType: 'webhooks.test.ping',
        attemptNumber: 1,
        responseStatus: 200,
      },
    });
    const [request] = sink.requests;
    if (request === undefined) throw new Error('nothing arrived');
    const { tenantId, organizationId } = owner;
    expect(verified(secret, request)).toMatchObject({
      data: { ping: true, webhookId: id, tenantId, organizationId },
    });
    expect(await getDelivery(owner, body.delivery.id)).toMatchObject({ status: 'delivered' });
  });

  it('carries a type and data of the caller’s own', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id } = await aWebhook(owner, {}, sink);
    const body = { eventType: 'webhooks.test.detail', payload: { a: [1] } };
    await owner.api.post(`${webhookPath(id)}/test`, { body });
    expect(JSON.parse(sink.requests[0]?.body ?? '')).toMatchObject({
      type: 'webhooks.test.detail',
      data: { a: [1], tenantId: owner.tenantId, organizationId: owner.organizationId },
    });
  });

  it('that the receiver refuses is answered with 200 and expired, and can be sent again', async () => {
    const owner = await aTenant();
    const sink = await aSink([500, 200]);
    const { id } = await aWebhook(owner, {}, sink);
    const { status, body } = await owner.api.post<{ delivery: { id: string } }>(`${webhookPath(id)}/test`);
    expect(status).toBe(200);
    expect(body.delivery).toMatchObject({ status: 'expired', responseStatus: 500, nextRetryAt: null });
    await owner.api.post(`${deliveriesPath}/${body.delivery.id}/retry`);
    const [again] = await deliveriesOnce(owner, id, (row) => row.status === 'delivered');
    expect(again?.attemptNumber).toBe(2);
  });

  it('of an inactive webhook sends nothing and says so', async () => {
    const owner = await aTenant();
    const sink = await aSink();
    const { id } = await aWebhook(owner, {}, sink);
    await owner.api.put(webhookPath(id), { body: { isActive: false } });
    const { status, body } = await owner.api.post(`${webhookPath(id)}/test`);
    expect(status).toBe(200);
    expect(body.delivery).toMatchObject({
      status: 'expired',
      responseStatus: null,
      errorMessage: 'Webhook is inactive',
      attempts: [],
    });
    expect(sink.requests).toEqual([]);
  });

  it('that is answered with 410 switches the webhook off', async () => {
    const owner = await aTenant();
    const sink = await aSink(410);
    const { id } = await aWebhook(owner, {}, sink);
    await owner.api.post(`${webhookPath(id)}/test`);
    expect(await readWebhook(owner, id)).toMatchObject({ isActive: false, disabledReason: 'gone' });
  });

  it('needs the feature webhooks.test', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    const { tenantId, organizationId } = owner;
    const manager = await aKey({ tenantId, organizationId, features: ['webhooks.manage', 'webhooks.view'] });
    const { status, body } = await manager.api.post(`${webhookPath(id)}/test`);
    expect({ status, required: body.required }).toEqual({ status: 403, required: ['webhooks.test'] });
  });
});

describe('a webhook that is deleted', () => {
  it('fails what still waits, and its log stays readable without its name', async () => {
    const owner = await aTenant();
    const sink = await aSink([500, 500, 500]);
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner);
    const [waiting] = await deliveriesOnce(owner, id, ({ attemptNumber }) => attemptNumber === 3);
    await owner.api.delete(webhookPath(id));
    await fireSchedules(`webhook-${waiting?.id}-`);
    const [row] = await decidedDeliveries(owner, id);
    expect(row).toMatchObject({
      status: 'failed',
      errorMessage: 'The webhook was deleted',
      webhookName: null,
    });
    expect((await listDeliveries(owner)).items).toEqual([row]);
  });
});

describe('what still waits', () => {
  /** A delivery that waits for a schedule. */
  async function aWaitingDelivery(owner: TestCaller) {
    const sink = await aSink(500);
    const { id } = await aWebhook(owner, {}, sink);
    await publish(owner);
    const [waiting] = await deliveriesOnce(owner, id, ({ attemptNumber }) => attemptNumber === 3);
    return { sink, webhookId: id, deliveryId: waiting?.id ?? '' };
  }

  it('expires without a request once its webhook is inactive', async () => {
    const owner = await aTenant();
    const { sink, webhookId, deliveryId } = await aWaitingDelivery(owner);
    await owner.api.put(webhookPath(webhookId), { body: { isActive: false } });
    await fireSchedules(`webhook-${deliveryId}-`);
    expect(await decidedDelivery(owner, webhookId)).toMatchObject({
      status: 'expired',
      errorMessage: 'Webhook is inactive',
      attemptNumber: 3,
    });
    expect(sink.requests).toHaveLength(3);
  });

  it('goes to the webhook’s new URL', async () => {
    const owner = await aTenant();
    const { webhookId, deliveryId } = await aWaitingDelivery(owner);
    const moved = await aSink();
    await owner.api.put(webhookPath(webhookId), { body: { url: `${moved.url}/moved` } });
    await fireSchedules(`webhook-${deliveryId}-`);
    const { attempts, ...delivery } = await decidedDelivery(owner, webhookId);
    expect(delivery).toMatchObject({ status: 'delivered', targetUrl: `${moved.url}/moved` });
    expect(attempts.at(-1)?.url).toBe(`${moved.url}/moved`);
    expect(attempts[0]?.url).not.toBe(`${moved.url}/moved`);
  });

  it('is sent at once on demand, and the schedule then finds nothing to do', async () => {
    const owner = await aTenant();
    const { sink, webhookId, deliveryId } = await aWaitingDelivery(owner);
    sink.respond(() => ({ status: 200 }));
    await owner.api.post(`${deliveriesPath}/${deliveryId}/retry`);
    await decidedDeliveries(owner, webhookId);
    await fireSchedules(`webhook-${deliveryId}-`);
    // A later event goes the way that the schedule's message has gone before it.
    await publish(owner);
    await decidedDeliveries(owner, webhookId, 2);
    expect(sink.requests).toHaveLength(5);
  });

  it('expires, and nothing new is made, while the integration is switched off', async () => {
    const owner = await aTenant();
    const { webhookId, deliveryId } = await aWaitingDelivery(owner);
    const turn = (isEnabled: boolean) =>
      transact([{ put: { ...webhookSwitchKey(owner), entity: 'webhook_switch', v: 1, isEnabled } }]);
    await turn(false);
    await fireSchedules(`webhook-${deliveryId}-`);
    const [expired] = await decidedDeliveries(owner, webhookId);
    expect(expired).toMatchObject({
      status: 'expired',
      errorMessage: 'Custom Webhooks integration is disabled',
    });
    for (const path of [`${webhookPath(webhookId)}/test`, `${deliveriesPath}/${deliveryId}/retry`]) {
      expect(await owner.api.post(path)).toMatchObject({ status: 409, body: { code: 'webhooks_disabled' } });
    }
    expect(await listSubscriptions(owner, owner.organizationId)).toEqual([]);
    await turn(true);
    expect(await listSubscriptions(owner, owner.organizationId)).toMatchObject([{ webhookId }]);
  });
});

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
    ['search=answered%20500', 2],
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

  it('has the newest first, of one webhook or of all, page by page', async () => {
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

  it('shows an empty page where there is nothing', async () => {
    const { api } = await aTenant();
    expect((await api.get(deliveriesPath)).body).toEqual({
      items: [],
      total: 0,
      page: 1,
      pageSize: 50,
      totalPages: 0,
    });
  });

  it('shows one delivery by its id, read by key, unless another filter excludes it', async () => {
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

  it('is closed to other tenants and organizations', async () => {
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
  it('sends again what failed or expired in the window, and nothing else', async () => {
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

  it('goes through a log of any length, page by page', async () => {
    const owner = await aTenant();
    const { id: webhookId } = await aWebhook(owner);
    // Each of them is decided again without a request.
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
    await eventually('all of them decided again', async () => {
      const { total } = await listDeliveries(owner, `webhookId=${webhookId}&search=inactive`);
      return total === 101 ? total : undefined;
    });
  });

  it.each([
    ['that ended before what is kept', { until: '2020-01-01' }],
    ['that ends before it begins', { since: '2026-03-02', until: '2026-03-01' }],
    ['of what is not kept any more', { since: '2020-01-01' }],
    ['since no date', { since: 'yesterday' }],
  ])('%s is refused', async (_, body) => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    expect((await owner.api.post(`${webhookPath(id)}/recover`, { body })).status).toBe(400);
  });
});
