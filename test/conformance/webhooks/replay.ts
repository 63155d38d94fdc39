/** Conformance cases of replays of the event log to webhooks, and of their alias `recover`. */
import { beforeAll, expect } from 'vitest';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  deliveriesOnce,
  listDeliveries,
  type NewWebhook,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/clients/eventually.ts';
import type { Sink } from '../../support/clients/sink.ts';
import { casesOf } from '../support/conformance.ts';
import { aReceiver } from '../support/receivers.ts';
import { aSibling, aTenantWithEvents, unique } from '../support/stage.ts';

const { proves } = casesOf('webhooks');

let owner: TestCaller;
beforeAll(async () => {
  owner = await aTenantWithEvents();
});

const from = new Date(Date.now() - 600_000).toISOString();
const replay = ({ id }: NewWebhook, body: object = {}, { api } = owner) =>
  api.post(`${webhookPath(id)}/replay`, { body: { from, ...body } });
const recover = ({ id }: NewWebhook, body: object = {}) =>
  owner.api.post(`${webhookPath(id)}/recover`, { body });
const change = ({ id }: NewWebhook, body: object) => owner.api.put(webhookPath(id), { body });
const jobOf = async (id: unknown, { api } = owner) => (await api.get(`/api/progress/jobs/${id}`)).body;

interface Scene {
  caller: TestCaller;
  sink: Sink;
  webhook: NewWebhook;
  /** Publishes events of the scene, and waits until the log has them. */
  publish: (...actions: string[]) => Promise<void>;
}

async function aScene(settings: object = {}, caller = owner): Promise<Scene> {
  const entity = `sales.${unique('order')}`;
  const sink = await aReceiver(caller);
  const subscribedEvents = ['packed', 'shipped'].map((action) => `${entity}.${action}`);
  const webhook = await aWebhook(caller, { subscribedEvents, maxRetries: 1, ...settings }, sink);
  let count = 0;
  const publish = async (...actions: string[]) => {
    for (const action of actions) {
      const body = { type: `${entity}.${action}`, data: { n: ++count } };
      expect((await caller.api.post('/api/events', { body })).status).toBe(202);
    }
    await eventually('the events in the log', async () => {
      const { body } = await caller.api.get<{ total: number }>(`/api/events/log?entityType=${entity}`);
      return body.total === count ? true : undefined;
    });
  };
  return { caller, sink, webhook, publish };
}

/** Publishes events while the webhook is disabled. */
async function missed(scene: Scene, ...actions: string[]): Promise<void> {
  await change(scene.webhook, { isActive: false });
  await scene.publish(...actions);
  await change(scene.webhook, { isActive: true });
}

/** The job of a replay at its end. */
const endOf = (id: unknown, caller = owner) =>
  eventually('the end of the replay', async () => {
    const job = await jobOf(id, caller);
    return ['completed', 'failed'].includes(String(job.status)) ? job : undefined;
  });

/** Runs a replay to its end and returns its job. */
async function replayed({ caller, webhook }: Scene, body: object = {}) {
  const { status, body: started } = await replay(webhook, body, caller);
  expect(status, JSON.stringify(started)).toBe(202);
  return endOf(started.id, caller);
}

const numbers = ({ sink }: Scene) =>
  sink.requests.map(({ body }) => Number(JSON.parse(body).data.n)).toSorted((a, b) => a - b);

proves('replay', async () => {
  const scene = await aScene();
  await missed(scene, 'packed', 'shipped');
  expect((await listDeliveries(owner, `webhookId=${scene.webhook.id}`)).total).toBe(0);
  await replayed(scene);
  await decidedDeliveries(owner, scene.webhook.id, 2);
  expect(numbers(scene)).toEqual([1, 2]);
});

proves('replay-switched-off', [{ onlyMissing: true }, { onlyMissing: false }], async (body) => {
  const scene = await aScene({}, await aSibling(owner));
  const { caller, webhook } = scene;
  const enable = (isEnabled: boolean) =>
    caller.api.put('/api/integrations/webhook_custom/state', { body: { isEnabled } });
  expect((await enable(false)).status).toBe(200);
  await scene.publish('packed', 'shipped');
  expect((await listDeliveries(caller, `webhookId=${webhook.id}`)).total).toBe(0);
  expect((await enable(true)).status).toBe(200);
  expect(await replayed(scene, body)).toMatchObject({ processedCount: 2 });
  await deliveriesOnce(caller, webhook.id, ({ status }) => status === 'delivered', 2);
  expect(numbers(scene)).toEqual([1, 2]);
});

proves('replay-missing', async () => {
  const scene = await aScene();
  scene.sink.respond(() => ({ status: 400 }));
  await scene.publish('packed');
  await decidedDeliveries(owner, scene.webhook.id, 1);
  scene.sink.respond(() => ({ status: 200 }));
  await scene.publish('packed');
  await decidedDeliveries(owner, scene.webhook.id, 2);
  await missed(scene, 'shipped');
  expect(await replayed(scene)).toMatchObject({ processedCount: 2 });
  await eventually('all delivered', async () => {
    const { total } = await listDeliveries(owner, `webhookId=${scene.webhook.id}&status=delivered`);
    return total === 3 ? true : undefined;
  });
  expect(await replayed(scene, { onlyMissing: true })).toMatchObject({ processedCount: 0 });
  expect(numbers(scene)).toEqual([1, 1, 2, 3]);
});

proves('replay-all', async () => {
  const scene = await aScene();
  await scene.publish('packed');
  await decidedDeliveries(owner, scene.webhook.id, 1);
  await replayed(scene, { onlyMissing: false });
  await eventually('the second request', async () => (scene.sink.requests.length === 2 ? true : undefined));
  expect(new Set(scene.sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

proves('replay-types', async () => {
  const scene = await aScene({ condition: { field: 'data.n', operator: '>', value: 1 } });
  await missed(scene, 'packed', 'packed', 'shipped');
  const [packed] = scene.webhook.subscribedEvents;
  await replayed(scene, { types: [packed] });
  await decidedDeliveries(owner, scene.webhook.id, 1);
  expect(numbers(scene)).toEqual([2]);
  // The condition excludes the delivered event now.
  await change(scene.webhook, { condition: { field: 'data.n', operator: '>', value: 2 } });
  expect(await replayed(scene, { onlyMissing: false })).toMatchObject({ processedCount: 1 });
  await decidedDeliveries(owner, scene.webhook.id, 2);
  expect(numbers(scene)).toEqual([2, 3]);
});

proves('replay-progress', async () => {
  const scene = await aScene();
  await missed(scene, 'packed');
  const job = await replayed(scene);
  expect(job).toMatchObject({
    ...{ status: 'completed', jobType: 'webhooks:replay', processedCount: 1, progressPercent: 100 },
    meta: { webhookId: scene.webhook.id, from, onlyMissing: true },
    resultSummary: { queued: 1, skipped: 0 },
  });
  const update = await owner.api.put(`/api/progress/jobs/${job.id}`, { body: { processedCount: 5 } });
  expect([update.status, update.body.code]).toEqual([409, 'progress_job_managed']);
});

proves('replay-cancelled', async () => {
  const scene = await aScene({ rateLimitPerMinute: 1 });
  await missed(scene, 'packed', 'packed', 'packed');
  const { body } = await replay(scene.webhook);
  await eventually('the first event', async () => {
    const { processedCount } = await jobOf(body.id);
    return processedCount === 1 ? true : undefined;
  });
  expect((await owner.api.delete(`/api/progress/jobs/${body.id}`)).status).toBe(200);
  expect(await jobOf(body.id)).toMatchObject({ status: 'cancelled', processedCount: 1 });
  expect((await listDeliveries(owner, `webhookId=${scene.webhook.id}`)).total).toBe(1);
});

proves('replay-inactive', async () => {
  const { webhook } = await aScene();
  await change(webhook, { isActive: false });
  expect(await replay(webhook)).toMatchObject({ status: 409, body: { code: 'webhook_inactive' } });
});

proves(
  'replay-range',
  [
    { from: '2020-01-01' },
    { from: 'yesterday' },
    { from: '2999-01-01' },
    { to: '2020-01-01' },
    { types: [] },
    { types: ['webhooks.*'] },
  ],
  async (body) => {
    const { webhook } = await aScene();
    expect((await replay(webhook, body)).status).toBe(400);
  },
);

proves('recovery', async () => {
  const scene = await aScene();
  const { webhook, sink } = scene;
  sink.respond((_, index) => ({ status: index < 2 ? 400 : 200 }));
  await scene.publish('packed', 'packed');
  await decidedDeliveries(owner, webhook.id, 2);
  await scene.publish('packed');
  await decidedDeliveries(owner, webhook.id, 3);
  expect(await recover(webhook, { since: from })).toMatchObject({
    status: 202,
    body: { success: true, since: from, id: expect.any(String) },
  });
  const rows = await deliveriesOnce(owner, webhook.id, ({ status }) => status === 'delivered', 3);
  expect(rows.map(({ attemptNumber }) => attemptNumber).toSorted()).toEqual([1, 2, 2]);
});

proves('recovery-replays', async () => {
  const scene = await aScene();
  await missed(scene, 'packed');
  const { status, body } = await recover(scene.webhook);
  const { id, since, until } = body as Record<'id' | 'since' | 'until', string>;
  expect(status).toBe(202);
  expect(Date.parse(until) - Date.parse(since)).toBe(86_400_000);
  expect(await endOf(id)).toMatchObject({
    ...{ status: 'completed', jobType: 'webhooks:replay', processedCount: 1 },
    meta: { webhookId: scene.webhook.id, from: since, to: until, onlyMissing: true },
  });
  await decidedDeliveries(owner, scene.webhook.id, 1);
  expect(numbers(scene)).toEqual([1]);
});

proves(
  'recovery-range',
  [
    { until: '2020-01-01' },
    { since: '2026-03-02', until: '2026-03-01' },
    { since: '2020-01-01' },
    { since: 'yesterday' },
  ],
  async (body) => {
    const { webhook } = await aScene();
    expect((await recover(webhook, body)).status).toBe(400);
  },
);
