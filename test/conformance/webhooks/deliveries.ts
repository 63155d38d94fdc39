/** Conformance cases of deliveries: requests, signatures, retries, and the end of failing webhooks. */
import { beforeAll, expect } from 'vitest';
import type { DeliveryRow } from '../../../shared/modules/webhooks/deliveries/delivery-contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  deliveriesOnce,
  deliveriesPath,
  getDelivery,
  listDeliveries,
  type NewWebhook,
  readWebhook,
  verified,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { bodyOf } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import type { Sink, SinkRequest } from '../../support/clients/sink.ts';
import { casesOf } from '../support/conformance.ts';
import { aReceiver } from '../support/receivers.ts';
import { aSibling, aTenantWithEvents, unique } from '../support/stage.ts';

const { proves } = casesOf('webhooks');

let owner: TestCaller;
beforeAll(async () => {
  owner = await aTenantWithEvents();
});

/** A type that only the webhook of one test subscribes to. */
const aType = (): string => `sales.order.${unique('shipped')}`;

async function publish(type: string, data: object = {}, more: object = {}): Promise<string> {
  const body = { type, data, ...more };
  return String((await bodyOf(owner.api.post('/api/events', { body }), 202)).id);
}

interface Scene {
  type: string;
  sink: Sink;
  webhook: NewWebhook;
}

/** A webhook for events of an own type, whose receiver responds with these statuses and then with 200. */
async function aScene(settings: object = {}, ...statuses: number[]): Promise<Scene> {
  const type = aType();
  const sink = await aReceiver(owner);
  sink.respond((_, index) => ({
    status: statuses[index] ?? 200,
    headers: { 'content-type': 'text/plain' },
    body: `answer ${index + 1}`,
  }));
  return { type, sink, webhook: await aWebhook(owner, { subscribedEvents: [type], ...settings }, sink) };
}

/** Publishes an event of the scene and waits until its only delivery has ended. */
async function delivered({ type, webhook }: Scene, data: object = {}) {
  await publish(type, data);
  const [row] = await decidedDeliveries(owner, webhook.id);
  return getDelivery(owner, row?.id ?? '');
}

const retry = (id: string, headers: Record<string, string> = {}) =>
  owner.api.post(`${deliveriesPath}/${id}/retry`, { headers });
const test = async ({ webhook: { id } }: Scene, body: object = {}) =>
  owner.api.post<{ delivery: Record<string, unknown> & { id: string } }>(`${webhookPath(id)}/test`, { body });
const change = ({ id }: NewWebhook, body: object) => owner.api.put(webhookPath(id), { body });
const firstOf = ([request]: readonly SinkRequest[]): SinkRequest => {
  if (request === undefined) throw new Error('Nothing arrived.');
  return request;
};

proves('body-and-headers', async () => {
  const scene = await aScene({ customHeaders: { 'X-Api-Key': 'abc' } });
  const { type, webhook, sink } = scene;
  const { tenantId, organizationId } = owner;
  const data = { carrier: 'DHL', nested: { list: [1, 'zwei', null] } };
  await delivered(scene, data);
  const request = firstOf(sink.requests);
  expect(verified(webhook.secret, request)).toEqual({
    type,
    timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/),
    data: { ...data, tenantId, organizationId },
  });
  expect(request.method).toBe('POST');
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'x-api-key': 'abc',
    'user-agent': expect.stringContaining('Platform-Modules'),
    'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  });
});

proves('log-entry', async () => {
  const scene = await aScene();
  const { type, webhook, sink } = scene;
  const delivery = await delivered(scene);
  const request = firstOf(sink.requests);
  const response = { responseStatus: 200, responseBody: 'answer 1' };
  expect(delivery).toMatchObject({
    ...{ status: 'delivered', webhookId: webhook.id, webhookName: webhook.name, eventType: type },
    ...{ messageId: request.headers['webhook-id'], errorMessage: null, nextRetryAt: null },
    ...{ attemptNumber: 1, maxAttempts: 10, targetUrl: webhook.url, ...response },
    responseHeaders: { 'content-type': 'text/plain' },
    attempts: [{ attemptNumber: 1, outcome: 'delivered', url: webhook.url, ...response }],
  });
  expect(delivery.payload).toEqual(JSON.parse(request.body));
  expect(await readWebhook(owner, webhook.id)).toMatchObject({
    ...{ consecutiveFailures: 0, lastSuccessAt: expect.any(String), lastFailureAt: null },
  });
});

proves('log-request', async () => {
  const scene = await aScene({ customHeaders: { 'X-Api-Key': 'abc' } });
  const { attempts } = await delivered(scene);
  const { headers } = firstOf(scene.sink.requests);
  const shown = attempts[0]?.requestHeaders ?? {};
  expect(shown).toMatchObject({ 'webhook-id': headers['webhook-id'], 'x-api-key': '__masked__' });
  for (const [name, value] of Object.entries(shown))
    if (name !== 'x-api-key') expect(headers[name]).toBe(value);
  expect(shown['webhook-signature']).toMatch(/^v1,/);
});

proves('patterns', async () => {
  const sink = await aReceiver(owner);
  const subscribe = (subscribedEvents: string[], httpMethod: string) =>
    aWebhook(owner, { subscribedEvents, httpMethod }, sink);
  const webhooks = [await subscribe(['entities.*'], 'PUT'), await subscribe(['*'], 'PATCH')];
  const [, all] = webhooks;
  const key = unique('priority');
  const definition = { entityType: 'sales.order', key, kind: 'text' };
  await owner.api.post('/api/entities/definitions', { body: definition });
  await eventually('both requests', async () => (sink.requests.length >= 2 ? true : undefined));
  const told = sink.requests.filter(({ body }) => JSON.parse(body).data.key === key);
  expect(told.map(({ method }) => method).toSorted()).toEqual(['PATCH', 'PUT']);
  const { items } = await listDeliveries(owner, `webhookId=${all?.id}`);
  expect(items.filter(({ eventType }) => eventType.startsWith('webhooks.'))).toEqual([]);
  for (const { id } of webhooks) await owner.api.delete(webhookPath(id));
});

proves('receivers-of-events', async () => {
  const { type, sink, webhook } = await aScene({});
  const south = await aSibling(owner);
  const subscribedEvents = [type, 'auth.role.created'];
  const ofSouth = await aWebhook(south, { subscribedEvents }, sink);
  await change(webhook, { subscribedEvents });
  await publish(type);
  await owner.api.post('/api/auth/roles', { body: { name: unique('support') } });
  await decidedDeliveries(owner, webhook.id, 2);
  const rows = await decidedDeliveries(south, ofSouth.id);
  expect(rows.map(({ eventType }) => eventType)).toEqual(['auth.role.created']);
});

proves('once-per-event', async () => {
  const scene = await aScene();
  const id = unique('shipment');
  for (const n of [1, 1]) await publish(scene.type, { n }, { id });
  await publish(scene.type, { n: 2 });
  await decidedDeliveries(owner, scene.webhook.id, 2);
  expect(scene.sink.requests.map(({ body }) => JSON.parse(body).data.n).toSorted()).toEqual([1, 2]);
});

proves('rotated-signatures', async () => {
  const scene = await aScene();
  const { webhook, sink } = scene;
  const rotate = async (body?: object) =>
    (await owner.api.post<{ secret: string }>(`${webhookPath(webhook.id)}/rotate-secret`, { body })).body
      .secret;
  const signers = async (...secrets: string[]) => {
    await test(scene);
    const request = firstOf(sink.requests.slice(-1));
    expect(request.headers['webhook-signature']?.split(' ')).toHaveLength(secrets.length);
    for (const secret of secrets) verified(secret, request);
  };
  const second = await rotate();
  await signers(webhook.secret, second);
  // The second secret ends at once; the first keeps the day that its rotation gave it.
  const third = await rotate({ gracePeriodSeconds: 0 });
  await signers(webhook.secret, third);
});

proves('at-most-five-signatures', async () => {
  const scene = await aScene();
  for (let times = 0; times < 6; times += 1)
    await owner.api.post(`${webhookPath(scene.webhook.id)}/rotate-secret`);
  await test(scene);
  const { headers } = firstOf(scene.sink.requests);
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(5);
});

proves('rate-limit', async () => {
  const { type, webhook } = await aScene({ rateLimitPerMinute: 1 });
  for (const n of [1, 2, 3, 4]) await publish(type, { n });
  // At most one in this minute, and one more if the minute ends meanwhile; the others have their slots.
  const isPlanned = (row: DeliveryRow) => row.nextRetryAt !== null || row.status === 'delivered';
  const rows = await deliveriesOnce(owner, webhook.id, isPlanned, 4);
  const held = rows.filter(({ status }) => status === 'pending');
  expect(held.length).toBeGreaterThanOrEqual(2);
  expect(new Set(held.map(({ nextRetryAt }) => nextRetryAt)).size).toBe(held.length);
  for (const { attemptNumber, errorMessage } of held)
    expect([attemptNumber, errorMessage]).toEqual([0, null]);
});

proves('repeated-attempts', async () => {
  const scene = await aScene({ maxRetries: 5 }, 503);
  const delivery = await delivered(scene);
  expect(delivery).toMatchObject({ status: 'delivered', attemptNumber: 2, errorMessage: null });
  expect(delivery.attempts).toMatchObject([
    { outcome: 'retry', responseStatus: 503, errorMessage: 'The receiver responded with status 503.' },
    { outcome: 'delivered', responseStatus: 200 },
  ]);
  const { requests } = scene.sink;
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  for (const request of requests) verified(scene.webhook.secret, request);
  const health = { consecutiveFailures: 0, lastFailureAt: expect.any(String) };
  expect(await readWebhook(owner, scene.webhook.id)).toMatchObject(health);
});

/** The first delivery after its first attempt. */
async function attempted({ type, webhook }: Scene) {
  await publish(type);
  const [row] = await deliveriesOnce(owner, webhook.id, ({ attemptNumber }) => attemptNumber > 0);
  return getDelivery(owner, row?.id ?? '');
}

/** A scene whose first delivery waits an hour for its second attempt. */
async function aWaitingScene() {
  const scene = await aScene();
  scene.sink.respond(() => ({ status: 503, headers: { 'retry-after': '3600' } }));
  return { ...scene, delivery: await attempted(scene) };
}

proves('retried-statuses', [408, 429, 500], async (status) => {
  const { attempts } = await attempted(await aScene({}, status));
  expect(attempts[0]).toMatchObject({ outcome: 'retry', responseStatus: status });
});

proves('retry-after', async () => {
  const { delivery } = await aWaitingScene();
  const { status, nextRetryAt, lastAttemptAt } = delivery;
  expect(status).toBe('pending');
  const waitMs = Date.parse(nextRetryAt ?? '') - Date.parse(lastAttemptAt ?? '');
  expect(Math.round(waitMs / 60_000)).toBe(60);
});

proves('last-attempt', [0, 1], async (maxRetries) => {
  const delivery = await delivered(await aScene({ maxRetries }, 500));
  expect(delivery).toMatchObject({
    ...{ status: 'expired', attemptNumber: 1, maxAttempts: 1, responseStatus: 500, nextRetryAt: null },
  });
});

proves('not-retried', [400, 404, 302], async (status) => {
  const scene = await aScene();
  scene.sink.respond(() => ({ status, headers: { location: '/elsewhere' } }));
  const expired = { status: 'expired', attemptNumber: 1, responseStatus: status };
  expect(await delivered(scene)).toMatchObject(expired);
  expect(scene.sink.requests).toHaveLength(1);
  const { id } = scene.webhook;
  expect(await readWebhook(owner, id)).toMatchObject({ isActive: true, consecutiveFailures: 1 });
});

const disabled = ({ webhook: { id } }: Scene) =>
  eventually('the disabled webhook', async () => {
    const webhook = await readWebhook(owner, id);
    return webhook.isActive ? undefined : webhook;
  });

proves('gone', async () => {
  const scene = await aScene({}, 410);
  expect(await delivered(scene)).toMatchObject({ status: 'expired', responseStatus: 410 });
  expect(await disabled(scene)).toMatchObject({ disabledReason: 'gone', disabledAt: expect.any(String) });
});

proves('too-many-failures', async () => {
  const scene = await aScene({ autoDisableThreshold: 2 }, 404, 404);
  await delivered(scene);
  expect(await readWebhook(owner, scene.webhook.id)).toMatchObject({ isActive: true });
  await publish(scene.type);
  expect(await disabled(scene)).toMatchObject({ disabledReason: 'failures', consecutiveFailures: 2 });
});

proves('enabled-again', async () => {
  const scene = await aScene({}, 404, 410);
  await delivered(scene);
  const url = `${scene.webhook.url}?moved`;
  expect(await change(scene.webhook, { url })).toMatchObject({ body: { consecutiveFailures: 0 } });
  expect(await readWebhook(owner, scene.webhook.id)).toMatchObject({ consecutiveFailures: 0 });
  await test(scene);
  await disabled(scene);
  expect(await change(scene.webhook, { isActive: true })).toMatchObject({
    body: { isActive: true, disabledReason: null, consecutiveFailures: 0 },
  });
});

proves('manual-retry', async () => {
  const scene = await aScene({ maxRetries: 1 }, 500);
  const { id, messageId } = await delivered(scene);
  const { headers } = await owner.api.get(`${deliveriesPath}/${id}`);
  const seen = { 'if-match': String(headers.get('etag')) };
  expect(await retry(id, seen)).toMatchObject({
    status: 200,
    body: { success: true, delivery: { id, status: 'pending', maxAttempts: 2 } },
  });
  const unseen = await retry(id, seen);
  expect([unseen.status, unseen.body.code]).toEqual([412, 'stale']);
  const [again] = await deliveriesOnce(owner, scene.webhook.id, ({ status }) => status === 'delivered');
  expect(again).toMatchObject({ attemptNumber: 2, messageId });
});

proves('current-settings', async () => {
  const scene = await aScene({ maxRetries: 1 }, 500);
  const { id } = await delivered(scene);
  const url = `${scene.sink.url}/moved`;
  await change(scene.webhook, { url });
  await retry(id);
  await deliveriesOnce(owner, scene.webhook.id, ({ status }) => status === 'delivered');
  const { attempts, targetUrl } = await getDelivery(owner, id);
  expect(targetUrl).toBe(url);
  expect(attempts.map((attempt) => attempt.url)).toEqual([scene.webhook.url, url]);
});

proves('inactive', async () => {
  const { webhook, sink, delivery } = await aWaitingScene();
  await change(webhook, { isActive: false });
  await retry(delivery.id);
  const [row] = await decidedDeliveries(owner, webhook.id);
  expect(row).toMatchObject({ status: 'expired', errorMessage: 'Webhook is inactive', attemptNumber: 1 });
  expect(sink.requests).toHaveLength(1);
});

proves('log-of-deleted', async () => {
  const { webhook, delivery } = await aWaitingScene();
  await owner.api.delete(webhookPath(webhook.id));
  await retry(delivery.id);
  const [row] = await decidedDeliveries(owner, webhook.id);
  expect(row).toMatchObject({
    ...{ status: 'failed', errorMessage: 'The webhook was deleted', webhookName: null },
  });
});

proves('condition-delivers', async () => {
  const scene = await aScene({ condition: { field: 'data.total', operator: '>', value: 100 } });
  const { id } = scene.webhook;
  for (const total of [50, 250, 99]) await publish(scene.type, { total });
  await decidedDeliveries(owner, id);
  const statistics = await eventually('both excluded events', async () => {
    const { body } = await owner.api.get(`${webhookPath(id)}/stats`);
    return body.heldBack === 2 ? body : undefined;
  });
  expect(statistics).toMatchObject({ total: 1, delivered: 1, heldBack: 2 });
  expect(scene.sink.requests.map(({ body }) => JSON.parse(body).data.total)).toEqual([250]);
  const { body } = await owner.api.get<{ points: { heldBack: number }[] }>(`${webhookPath(id)}/series`);
  expect(body.points.reduce((sum, { heldBack }) => sum + heldBack, 0)).toBe(2);
});

proves('test-delivery', async () => {
  const scene = await aScene();
  const { status, body } = await test(scene);
  expect(status).toBe(200);
  const eventType = 'webhooks.test.ping';
  expect(body.delivery).toMatchObject({ status: 'delivered', eventType, attemptNumber: 1 });
  const { tenantId, organizationId } = owner;
  expect(verified(scene.webhook.secret, firstOf(scene.sink.requests))).toMatchObject({
    data: { ping: true, webhookId: scene.webhook.id, tenantId, organizationId },
  });
  expect(await getDelivery(owner, body.delivery.id)).toMatchObject({ status: 'delivered' });
});

proves('test-content', async () => {
  const scene = await aScene();
  const eventType = 'webhooks.test.detail';
  await test(scene, { eventType, payload: { a: [1] } });
  const { tenantId, organizationId } = owner;
  expect(JSON.parse(firstOf(scene.sink.requests).body)).toMatchObject({
    type: eventType,
    data: { a: [1], tenantId, organizationId },
  });
});

proves('refused-test', async () => {
  const scene = await aScene({}, 500);
  const { status, body } = await test(scene);
  expect(status).toBe(200);
  expect(body.delivery).toMatchObject({ status: 'expired', responseStatus: 500, nextRetryAt: null });
  await retry(body.delivery.id);
  const [again] = await deliveriesOnce(owner, scene.webhook.id, (row) => row.status === 'delivered');
  expect(again?.attemptNumber).toBe(2);
});

proves('inactive-test', async () => {
  const scene = await aScene();
  await change(scene.webhook, { isActive: false });
  const { status, body } = await test(scene);
  expect([status, body.delivery]).toMatchObject([
    200,
    { status: 'expired', responseStatus: null, errorMessage: 'Webhook is inactive', attempts: [] },
  ]);
  expect(scene.sink.requests).toEqual([]);
});

proves('large-test', async () => {
  const { id } = await aWebhook(owner, { subscribedEvents: [aType()] });
  // Longer as it is stored than as it is sent.
  const body = `{"payload":{"numbers":[${Array.from({ length: 50_000 }, () => '1e20').join()}]}}`;
  expect(await owner.api.post(`${webhookPath(id)}/test`, { body })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'payload' }] },
  });
  expect((await listDeliveries(owner, `webhookId=${id}`)).total).toBe(0);
});

proves('shown-response', async () => {
  const scene = await aScene();
  scene.sink.respond(() => ({ body: 'x'.repeat(5_000) }));
  const { body } = await test(scene);
  expect(body.delivery.responseBody).toBe('x'.repeat(4_096));
});

proves('head-decides', async () => {
  const scene = await aScene({ timeoutMs: 1_000 });
  scene.sink.respond(() => ({ drip: { text: '.', everyMs: 50 } }));
  const { body } = await test(scene);
  expect(body.delivery).toMatchObject({ status: 'delivered', errorMessage: null });
});
