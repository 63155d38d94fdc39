import { randomUUID } from 'node:crypto';
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { expect, inject } from 'vitest';
import { send } from '../support/clients/api.ts';
import { buryLetters, releaseQueue, sendToQueue } from '../support/clients/dead-letters.ts';
import { eventually } from '../support/clients/eventually.ts';
import { conformance } from './support/conformance.ts';
import { aReceiver, localControl } from './support/receivers.ts';
import { aCaller, aKey, aName, aSibling, aSuperAdmin, theCaller } from './support/stage.ts';
import { aSource, rows } from './support/sync-source.ts';

const { proves } = conformance('platform');

const path = '/api/overview/activity';

interface Activity extends Record<string, unknown> {
  deliveries: object[] | null;
  jobRuns: object[] | null;
  syncRuns: object[] | null;
}

const sumOf = (points: readonly object[] | null, name: string): number =>
  (points ?? []).reduce((sum, point) => sum + Number(Object(point)[name]), 0);

proves('health', async () => {
  const { status, body, headers } = await send('GET', '/api/health');
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', version: expect.any(String) } });
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await send('HEAD', '/api/health')).status).toBe(200);
});

proves('unknown-paths', ['/api/unheard', '/api/health/more', '/unheard'], async (unknown) => {
  expect(await send('GET', unknown)).toMatchObject({
    status: 404,
    body: { code: 'not_found', error: expect.any(String) },
  });
});

proves(
  'hours',
  [
    ['', 25],
    ['?until=1960-01-02', 24],
    ['?until=1983-09-10', 24],
    ['?until=2106-11-24', 24],
    ['?until=9999-12-31', 24],
    ['?since=2026-03-01&until=2026-03-03', 72],
  ] as const,
  async ([query, hours]) => {
    const { api } = await theCaller();
    const { body } = await api.get<Activity>(`${path}${query}`);
    for (const points of [body.deliveries, body.jobRuns, body.syncRuns]) expect(points).toHaveLength(hours);
    expect([sumOf(body.deliveries, 'attempts'), sumOf(body.jobRuns, 'completed')]).toEqual([0, 0]);
  },
);

proves(
  'time-ranges',
  [
    ['since=2026-03-02&until=2026-03-01', 'until'],
    ['since=2026-01-01&until=2026-03-01', 'since'],
    ['since=yesterday', 'since'],
  ] as const,
  async ([query, field]) => {
    const { api } = await aCaller();
    expect(await api.get(`${path}?${query}`)).toMatchObject({ status: 400, body: { details: [{ field }] } });
  },
);

proves('allowed-series', async () => {
  const home = await aCaller();
  const viewer = await aKey({ ...home, features: ['webhooks.view'] });
  const { body } = await viewer.api.get<Activity>(path);
  expect(body).toMatchObject({ deliveries: expect.any(Array), jobRuns: null, syncRuns: null });
  const unprivileged = await aKey({ ...home, features: [] });
  expect((await unprivileged.api.get<Activity>(path)).body).toMatchObject({ deliveries: null });
});

proves('own-activity', async () => {
  const source = await aSource(rows(1));
  const { api } = source.caller;
  await source.sync();
  const body = {
    name: aName('webhook'),
    url: `${source.sink.url}/hook`,
    subscribedEvents: ['conform.no.event'],
  };
  source.answer = () => ({ status: 200 });
  const { body: webhook } = await api.post<{ id: string }>('/api/webhooks', { body });
  await api.post(`/api/webhooks/${webhook.id}/test`, { body: {} });
  const own = (await api.get<Activity>(path)).body;
  expect([sumOf(own.deliveries, 'delivered'), sumOf(own.syncRuns, 'completed')]).toEqual([1, 1]);
  const { api: other } = await aSibling(source.caller);
  const theirs = (await other.get<Activity>(path)).body;
  expect([sumOf(theirs.deliveries, 'attempts'), sumOf(theirs.syncRuns, 'completed')]).toEqual([0, 0]);
});

proves('webhook-series', async () => {
  const caller = await aCaller();
  const sink = await aReceiver(caller);
  const body = { name: aName('webhook'), url: `${sink.url}/`, subscribedEvents: ['conform.no.event'] };
  const { body: webhook } = await caller.api.post<{ id: string }>('/api/webhooks', { body });
  sink.respond(() => ({ status: 404 }));
  await caller.api.post(`/api/webhooks/${webhook.id}/test`, { body: {} });
  const series = await caller.api.get<{ points: object[] }>(`/api/webhooks/${webhook.id}/series`);
  const activity = (await caller.api.get<Activity>(path)).body;
  for (const points of [series.body.points, activity.deliveries])
    expect([sumOf(points, 'attempts'), sumOf(points, 'failed') + sumOf(points, 'expired')]).toEqual([1, 1]);
});

const deadLettersPath = '/api/overview/dead-letters';

interface DeadLetters {
  count: number;
  items: {
    messageId: string;
    type: string | null;
    tenantId: string | null;
    body: string;
    cause: string | null;
    failedAt: string | null;
    tries: number | null;
  }[];
}

/** Sends messages to the dead-letter queue of a queue of teams. */
async function bury(...bodies: string[]): Promise<void> {
  localControl();
  await buryLetters('jobs', ...bodies);
}

proves('dead-letters', async () => {
  const { api, tenantId } = await aSuperAdmin();
  const id = randomUUID();
  const envelope = { v: 1, id, type: 'sales.report.due', tenantId, organizationId: null };
  const bodies = [JSON.stringify({ ...envelope, idempotencyKey: id, data: {} }), `no envelope ${id}`];
  await bury(...bodies);
  const all = await api.get<{ items: { queue: string; count: number }[]; total: number }>(deadLettersPath);
  expect(all.body.items.find(({ queue }) => queue === 'jobs')?.count).toBeGreaterThanOrEqual(2);
  expect(all.body.total).toBeGreaterThanOrEqual(2);
  for (const _ of [1, 2]) {
    const { body } = await api.get<DeadLetters>(`${deadLettersPath}/jobs`);
    const found = body.items.filter((item) => item.body.includes(id));
    expect(found).toMatchObject([
      { type: 'sales.report.due', tenantId, body: bodies[0] },
      { type: null, body: bodies[1] },
    ]);
  }
});

proves('dead-letter-cause', async () => {
  localControl();
  const { api } = await aSuperAdmin();
  const text = `no envelope ${randomUUID()}`;
  await sendToQueue('webhook-recovery', text);
  const letter = await eventually('a dead letter', async () => {
    await releaseQueue('webhook-recovery');
    const { body } = await api.get<DeadLetters>(`${deadLettersPath}/webhook-recovery`);
    return body.items.find(({ body: found }) => found === text);
  });
  expect(letter).toMatchObject({
    cause: expect.stringContaining('MalformedMessageError: The message is not JSON.'),
    failedAt: expect.any(String),
    tries: 5,
  });
});

proves('queue-depths', async () => {
  localControl();
  const { api } = await aSuperAdmin();
  await sendToQueue('jobs', `no envelope ${randomUUID()}`);
  const { body } = await api.get<{ depths: { queue: string; waiting: number }[] }>(
    `${deadLettersPath}?withDepths=true`,
  );
  expect(body.depths.find(({ queue }) => queue === 'jobs')?.waiting).toBeGreaterThanOrEqual(1);
  expect((await api.get(deadLettersPath)).body).not.toHaveProperty('depths');
});

proves('redrive-one', async () => {
  const { api } = await aSuperAdmin();
  const [first, second] = [`first ${randomUUID()}`, `second ${randomUUID()}`];
  await bury(first, second);
  const list = async () => (await api.get<DeadLetters>(`${deadLettersPath}/jobs`)).body.items;
  const messageIds = (await list()).flatMap(({ body, messageId }) => (body === first ? [messageId] : []));
  const redriveIt = () => api.post(`${deadLettersPath}/jobs/redrive`, { body: { messageIds } });
  expect(await redriveIt()).toMatchObject({ status: 202, body: { ok: true, count: 1 } });
  const bodies = (await list()).map(({ body }) => body);
  expect([bodies.includes(first), bodies.includes(second)]).toEqual([false, true]);
  expect((await redriveIt()).status).toBe(404);
});

proves('redrive', async () => {
  const { api } = await aSuperAdmin();
  await bury(`no envelope ${randomUUID()}`);
  const answer = await api.post(`${deadLettersPath}/jobs/redrive`);
  expect(answer).toMatchObject({ status: 202, body: { ok: true } });
  expect(Number(answer.body.count)).toBeGreaterThanOrEqual(1);
  expect((await api.get(`${deadLettersPath}/jobs`)).body).toMatchObject({ count: 0, items: [] });
  const trail = await api.get<{ items: object[] }>(
    '/api/audit_logs/actions?platform=true&resource=platform.dead_letters&pageSize=200',
  );
  const entry = { resourceId: 'jobs', action: 'redriven', tenantId: null };
  expect(trail.body.items).toContainEqual(expect.objectContaining(entry));
});

proves('unknown-queues', async () => {
  const { api } = await aSuperAdmin();
  expect((await api.get(`${deadLettersPath}/no-such-queue`)).status).toBe(404);
  expect((await api.post(`${deadLettersPath}/no-such-queue/redrive`)).status).toBe(404);
});

const rulesPath = '/api/business_rules/rules';
/** Sends a request through the public host. */
const through = (target: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${inject('baseUrl')}${target}`, init);

/** Sends requests that `fetch` refuses. Returns the status. */
function sendRaw({ body, ...options }: RequestOptions & { body?: string }): Promise<number> {
  const { request } = inject('baseUrl').startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(inject('baseUrl'), options, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

proves(
  'credentials-forwarded',
  [
    ['authorization', 'Bearer ', 200],
    ['authorization', 'ApiKey ', 200],
    ['x-api-key', '', 200],
    ['x-viewer-authorization', 'Bearer ', 401],
  ] as const,
  async ([name, prefix, status]) => {
    const { key } = await aCaller();
    expect((await through(rulesPath, { headers: { [name]: `${prefix}${key}` } })).status).toBe(status);
  },
);

proves('overwritten-secret', async () => {
  const headers = { 'x-origin-secret': 'guess' };
  expect((await through('/api/health', { headers })).status).toBe(200);
});

proves('security-headers', async () => {
  const { headers } = await through('/api/health');
  expect(Object.fromEntries(headers)).toMatchObject({
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
});

proves('host-limits', async () => {
  expect((await through(`/api/health?${'a'.repeat(8_192)}`)).status).toBe(414);
  const headers = { a: 'x'.repeat(20_480) };
  expect(await sendRaw({ method: 'GET', path: '/api/health', headers })).toBe(494);
  expect(await sendRaw({ method: 'TRACE', path: '/api/health' })).toBe(403);
  const withBody = { body: 'none', headers: { 'content-length': '4' } };
  expect(await sendRaw({ method: 'GET', path: '/api/health', ...withBody })).toBe(403);
});

proves('api-limits', async () => {
  const body = 'x'.repeat(10_485_761);
  expect((await through(rulesPath, { method: 'POST', body })).status).toBe(413);
  expect((await through('/api/health', { headers: { a: 'x'.repeat(11_000) } })).status).toBe(431);
});
