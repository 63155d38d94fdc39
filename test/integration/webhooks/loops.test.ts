/** Deliveries that return to the platform: directly, through other systems, and through rules. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { aStoredRule } from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook, listDeliveries, readWebhook } from '../../support/builders/webhooks.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const origin = inject('baseUrl');
const eventsPath = '/api/events';
const always = { field: 'nothing', operator: 'IS_EMPTY' };

/** Forwards each delivery of a webhook to an endpoint of the platform, with the headers that a proxy passes on. */
let relay: Sink;
const targets = new Map<
  string,
  { path: string; headers: Record<string, string>; body: (received: string) => string }
>();
const answers: { name: string; status: number; hops: string | undefined }[] = [];

beforeAll(async () => {
  relay = await startSink();
  relay.respond(async ({ path, headers, body }) => {
    const name = path.slice(1);
    const target = targets.get(name);
    if (target === undefined) return {};
    const passed = ['webhook-id', 'x-platform-hops'].flatMap((header) =>
      headers[header] === undefined ? [] : [[header, headers[header]]],
    );
    const answer = await fetch(`${origin}${target.path}`, {
      method: 'POST',
      headers: { ...Object.fromEntries(passed), 'content-type': 'application/json', ...target.headers },
      body: target.body(body),
    });
    answers.push({ name, status: answer.status, hops: headers['x-platform-hops'] });
    return { status: answer.status, body: await answer.text() };
  });
});
afterAll(() => relay.stop());

async function aRelay(target: NonNullable<ReturnType<typeof targets.get>>): Promise<string> {
  const name = randomUUID();
  targets.set(name, target);
  return `${relay.url}/${name}`;
}

const statusesOf = (url: string) =>
  answers.filter(({ name }) => url.endsWith(name)).map(({ status }) => status);

const publishes = (caller: TestCaller, type: string) => ({
  path: eventsPath,
  headers: { 'x-api-key': caller.key },
  body: () => JSON.stringify({ type, data: {} }),
});

describe('a message that returns', () => {
  it('as an event is refused the second time, without a retry or a failure of the webhook', async () => {
    const caller = await aTenant();
    const type = 'sales.order.shipped';
    const url = await aRelay(publishes(caller, type));
    const { id } = await aWebhook(caller, { url, subscribedEvents: [type], autoDisableThreshold: 1 });
    await caller.api.post(eventsPath, { body: { type, data: {} } });
    await expect.poll(() => statusesOf(url), { timeout: 15_000 }).toEqual([202, 409]);
    await expect
      .poll(async () => (await listDeliveries(caller, `webhookId=${id}&status=expired`)).items, {
        timeout: 5_000,
      })
      .toMatchObject([
        { attemptNumber: 1, responseStatus: 409, errorMessage: expect.stringContaining('loop') },
      ]);
    expect(await readWebhook(caller, id)).toMatchObject({ isActive: true, consecutiveFailures: 0 });
    const notifications = async () =>
      (await caller.api.get<{ items: { type: string }[] }>('/api/notifications')).body.items.map(
        ({ type }) => type,
      );
    await expect.poll(notifications, { timeout: 10_000 }).toEqual(['webhooks.delivery.loop_detected']);
  });

  it('through two webhooks ends, although each round doubles it', async () => {
    const caller = await aTenant();
    const type = 'sales.order.doubled';
    const urls = [await aRelay(publishes(caller, type)), await aRelay(publishes(caller, type))];
    for (const url of urls) await aWebhook(caller, { url, subscribedEvents: [type] });
    await caller.api.post(eventsPath, { body: { type, data: {} } });
    const all = () => urls.flatMap(statusesOf).toSorted();
    await expect.poll(all, { timeout: 15_000 }).toEqual([202, 202, 409, 409, 409, 409]);
  });

  it('through the call of a rule to any endpoint ends', async () => {
    const caller = await aTenant();
    const entityType = 'sales.loop';
    const url = await aRelay({
      path: '/api/entities/records',
      headers: { 'x-api-key': caller.key },
      body: () => JSON.stringify({ entityType, fields: { name: 'Again' } }),
    });
    const successActions = [{ type: 'CALL_WEBHOOK', config: { url, body: {} } }];
    await aStoredRule(caller, {
      entityType,
      eventType: 'created',
      conditionExpression: always,
      successActions,
    });
    await caller.api.post('/api/entities/records', { body: { entityType, fields: { name: 'First' } } });
    await expect.poll(() => statusesOf(url), { timeout: 15_000 }).toEqual([201, 409]);
  });
});

it.each([
  ['absent', {}],
  ['without a signature', { 'x-platform-hops': '7', 'webhook-id': 'msg_1' }],
  ['with another signature', { 'x-platform-hops': `7.${'x'.repeat(43)}`, 'webhook-id': 'msg_1' }],
  ['without the id of its message', { 'x-platform-hops': `7.${'x'.repeat(43)}` }],
])('accepts an event whose count of hops is %s', async (_, headers) => {
  const { api } = await aTenant();
  const body = { type: 'sales.order.shipped', data: {} };
  expect((await api.post(eventsPath, { body, headers })).status).toBe(202);
});
