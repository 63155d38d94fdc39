import { describe, expect, it, onTestFinished } from 'vitest';
import { dataKeyGeneration } from '../../../shared/kernel/secrets/limits.ts';
import { maskedSecret } from '../../../shared/kernel/secrets/masked.ts';
import { sealSecret } from '../../../shared/kernel/secrets/seal.ts';
import { dataKeyKey } from '../../../shared/kernel/table/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { deleteItem } from '../../../shared/kernel/table/write.ts';
import { countAttempts, disableWebhook } from '../../../shared/modules/webhooks/deliveries/health-store.ts';
import { patternProblem } from '../../../shared/modules/webhooks/endpoints/patterns.ts';
import type { Webhook, WebhookRow } from '../../../shared/modules/webhooks/endpoints/webhook-contract.ts';
import { subscriptionKey, webhookHealthKey } from '../../../shared/modules/webhooks/keys.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { connectSecrets } from '../../support/builders/secrets.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook, aWebhookBody, webhookPath, webhooksPath } from '../../support/builders/webhooks.ts';
import { callsOf } from '../../support/clients/api.ts';
import { startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

interface Page {
  items: WebhookRow[];
  total: number;
  totalPages: number;
}
const read = async ({ api }: TestCaller, id: string) => (await api.get<Webhook>(webhookPath(id))).body;
const list = async ({ api }: TestCaller, query = '') =>
  (await api.get<Page>(`${webhooksPath}?${query}`)).body;

const full = {
  name: 'Everything',
  description: 'All settings with values other than the defaults',
  url: 'https://example.com/all?x=1',
  subscribedEvents: ['sales.*', 'auth.role.created'],
  httpMethod: 'PUT',
  customHeaders: { authorization: 'Bearer abc', 'X-Api-Key': 'def' },
  deliveryStrategy: 'http',
  strategyConfig: { region: 'eu' },
  maxRetries: 3,
  timeoutMs: 5_000,
  rateLimitPerMinute: 60,
  autoDisableThreshold: 7,
  integrationId: 'webhook_custom',
};

/** The same settings in responses. */
const shownFull = {
  ...full,
  customHeaders: { authorization: maskedSecret, 'X-Api-Key': maskedSecret },
};

describe('creating a webhook', () => {
  it('returns its secret only once, and stores it encrypted', async () => {
    const owner = await aTenant();
    const { secret, id, maskedSecret } = await aWebhook(owner);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(maskedSecret).toBe('whsec_••••••••');
    expect(JSON.stringify(await read(owner, id))).not.toContain(secret);
    expect(JSON.stringify(await list(owner))).not.toContain(secret);
    const stored = JSON.stringify(itemsOf(owner.tenantId));
    expect(stored).toContain(id);
    expect(stored).not.toContain(secret.slice('whsec_'.length));
  });

  it('encrypts it with the existing key of the tenant', async () => {
    const owner = await aTenant();
    connectSecrets();
    await sealSecret(owner, 'test', 'made elsewhere');
    const { secret } = await aWebhook(owner);
    expect(secret).toMatch(/^whsec_/);
  });

  it('has every setting as it was sent', async () => {
    const owner = await aTenant();
    const created = await aWebhook(owner, full);
    expect(created).toMatchObject({ ...shownFull, isActive: true, consecutiveFailures: 0 });
    expect(await read(owner, created.id)).toMatchObject(shownFull);
    expect(JSON.stringify(itemsOf(owner.tenantId))).not.toContain('Bearer abc');
  });

  it('has the documented defaults', async () => {
    const owner = await aTenant();
    expect(await aWebhook(owner)).toMatchObject({
      description: null,
      httpMethod: 'POST',
      customHeaders: null,
      isActive: true,
      deliveryStrategy: 'http',
      strategyConfig: null,
      maxRetries: 10,
      timeoutMs: 15_000,
      rateLimitPerMinute: 0,
      autoDisableThreshold: 100,
      consecutiveFailures: 0,
      lastSuccessAt: null,
      lastFailureAt: null,
      integrationId: null,
      previousSecretSetAt: null,
      disabledReason: null,
    });
  });

  it('ignores a secret and an inactive state of the client', async () => {
    const owner = await aTenant();
    const created = await aWebhook(owner, { secret: 'whsec_c2VjcmV0', isActive: false });
    expect(created.isActive).toBe(true);
    expect(created.secret).not.toBe('whsec_c2VjcmV0');
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
    ['a description of 1001 characters', { description: 'x'.repeat(1_001) }, 'description'],
    ['no URL', { url: undefined }, 'url'],
    ['an invalid URL', { url: 'example' }, 'url'],
    ['an ftp URL', { url: 'ftp://example.com/' }, 'url'],
    ['a file URL', { url: 'file:///etc/passwd' }, 'url'],
    ['a URL with a user', { url: 'https://user:pass@example.com/' }, 'url'],
    ['no events', { subscribedEvents: [] }, 'subscribedEvents'],
    ['events that are not a list', { subscribedEvents: '*' }, 'subscribedEvents'],
    ['an empty pattern', { subscribedEvents: [''] }, 'subscribedEvents[0]'],
    [
      'a wildcard within a pattern',
      { subscribedEvents: ['a.b.c', 'sales.*.created'] },
      'subscribedEvents[1]',
    ],
    ['GET', { httpMethod: 'GET' }, 'httpMethod'],
    ['a reserved header', { customHeaders: { ' Webhook-Id ': 'x' } }, 'customHeaders'],
    ['its own content type', { customHeaders: { 'Content-Type': 'text/plain' } }, 'customHeaders'],
    ['a header with a line break', { customHeaders: { 'x-a': 'b\r\nx-c: d' } }, 'customHeaders'],
    ['another strategy', { deliveryStrategy: 'sqs' }, 'deliveryStrategy'],
    ['31 retries', { maxRetries: 31 }, 'maxRetries'],
    ['-1 retries', { maxRetries: -1 }, 'maxRetries'],
    ['half of a retry', { maxRetries: 1.5 }, 'maxRetries'],
    ['999 ms', { timeoutMs: 999 }, 'timeoutMs'],
    ['60 001 ms', { timeoutMs: 60_001 }, 'timeoutMs'],
    ['a rate of 10 001', { rateLimitPerMinute: 10_001 }, 'rateLimitPerMinute'],
    ['a threshold of 1 001', { autoDisableThreshold: 1_001 }, 'autoDisableThreshold'],
  ])('is refused with %s, naming the field, and leaves nothing behind', async (_, overrides, field) => {
    const owner = await aTenant();
    const { status, body } = await owner.api.post(webhooksPath, { body: aWebhookBody(overrides) });
    expect(status).toBe(400);
    expect(body.details).toContainEqual(expect.objectContaining({ field }));
    expect((await list(owner)).total).toBe(0);
  });

  it('needs the feature webhooks.manage', async () => {
    const { tenantId, organizationId } = await aTenant();
    const viewer = await aKey({ tenantId, organizationId, features: ['webhooks.view'] });
    const { status, body } = await viewer.api.post(webhooksPath, { body: aWebhookBody() });
    expect(status).toBe(403);
    expect(body.required).toEqual(['webhooks.manage']);
  });

  it('publishes an event and writes an audit entry, without credentials', async () => {
    const owner = await aTenant();
    const { id, secret } = await aWebhook(owner, { customHeaders: { authorization: 'Bearer abc' } });
    const trail = await owner.api.get<{ items: { resourceId: string; action: string; changes: unknown }[] }>(
      '/api/audit_logs/actions?resource=webhooks.webhook',
    );
    const [entry] = trail.body.items;
    expect(entry).toMatchObject({ resourceId: id, action: 'created' });
    expect(JSON.stringify(entry)).not.toContain('Bearer');
    expect(JSON.stringify(entry)).not.toContain(secret);
  });
});

describe('changing a webhook', () => {
  it.each(Object.entries({ ...full, isActive: false }))('changes only %s', async (field, value) => {
    const owner = await aTenant();
    const start = field in full ? { ...full, [field]: undefined } : full;
    const { secret: _, ...before } = await aWebhook(owner, {
      ...start,
      name: 'before',
      url: 'https://example.com/before',
      subscribedEvents: ['a.b.c'],
    });
    const { status, body } = await owner.api.put<Webhook>(webhookPath(before.id), {
      body: { [field]: value },
    });
    expect(status).toBe(200);
    const shown = field === 'customHeaders' ? shownFull.customHeaders : value;
    expect(body).toEqual({ ...before, [field]: shown, updatedAt: body.updatedAt });
    expect(body.updatedAt > before.updatedAt).toBe(true);
    expect(await read(owner, before.id)).toEqual(body);
  });

  it('keeps the values of redacted headers, and sends them to no other server', async () => {
    const owner = await aTenant();
    const sink = await startSink();
    onTestFinished(() => sink.stop());
    const webhook = await aWebhook(owner, { customHeaders: { 'X-One': 'first', 'X-Two': 'second' } }, sink);
    const change = (body: Record<string, unknown>) => owner.api.put(webhookPath(webhook.id), { body });
    const hidden = { 'x-one': maskedSecret, 'X-New': 'third' };
    expect(await change({ customHeaders: hidden })).toMatchObject({
      status: 200,
      body: { customHeaders: { 'x-one': maskedSecret, 'X-New': maskedSecret } },
    });
    await owner.api.post(`${webhookPath(webhook.id)}/test`, { body: {} });
    expect(sink.requests[0]?.headers).toMatchObject({ 'x-one': 'first', 'x-new': 'third' });
    expect(sink.requests[0]?.headers).not.toHaveProperty('x-two');
    for (const more of [{}, { customHeaders: hidden }]) {
      const answer = await change({ url: 'https://evil.example/', ...more });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'customHeaders' }] } });
    }
    expect((await change({ url: `${webhook.url}/elsewhere` })).status).toBe(200);
    expect((await change({ url: 'https://example.com/', customHeaders: null })).status).toBe(200);
  });

  it('is refused completely if one field is invalid', async () => {
    const owner = await aTenant();
    const { id, secret: _, ...before } = await aWebhook(owner);
    const body = { name: 'new', url: 'ftp://example.com' };
    expect((await owner.api.put(webhookPath(id), { body })).status).toBe(400);
    expect(await read(owner, id)).toEqual({ id, ...before });
  });

  it('is refused with a stale If-Match, and accepted with the current one', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    const etag = (await owner.api.get(webhookPath(id))).headers.get('etag') ?? '';
    const change = (name: string) =>
      owner.api.put(webhookPath(id), { body: { name }, headers: { 'if-match': etag } });
    expect((await change('first')).status).toBe(200);
    const second = await change('second');
    expect(second).toMatchObject({ status: 412, body: { code: 'stale' } });
    expect((await read(owner, id)).name).toBe('first');
  });
});

describe('deleting a webhook', () => {
  it('returns 404 afterwards, and removes it from the list', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    expect((await owner.api.delete(webhookPath(id))).body).toEqual({ success: true });
    expect((await owner.api.get(webhookPath(id))).status).toBe(404);
    expect((await owner.api.delete(webhookPath(id))).status).toBe(404);
    expect(await list(owner)).toMatchObject({ items: [], total: 0, totalPages: 0 });
  });

  it('leaves no permanent health items, also if an attempt ends later', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    await owner.api.delete(webhookPath(id));
    expect(await countAttempts(owner, id, [{ succeeded: false, atMs: Date.now() }])).toBe(0);
    const health = await getItem(webhookHealthKey(owner, id));
    expect(health).toMatchObject({ ttl: expect.any(Number) });
    expect(health).not.toHaveProperty('consecutiveFailures');
  });
});

describe('a late response of a receiver', () => {
  it('does not disable a webhook that has another URL now', async () => {
    const owner = await aTenant();
    const { tenantId, organizationId } = owner;
    const { id, url } = await aWebhook(owner);
    const moved = 'https://example.com/hooks/moved';
    await owner.api.put(webhookPath(id), { body: { url: moved } });
    const why = { reason: 'gone', consecutiveFailures: 1 } as const;
    await disableWebhook({ tenantId, organizationId, id, url }, why, Date.now());
    expect(await read(owner, id)).toMatchObject({ isActive: true, disabledReason: null });
    await disableWebhook({ tenantId, organizationId, id, url: moved }, why, Date.now());
    expect(await read(owner, id)).toMatchObject({ isActive: false, disabledReason: 'gone' });
  });
});

describe('rotating the secret', () => {
  it('returns another secret, and when the previous one stops signing', async () => {
    const owner = await aTenant();
    const { id, secret } = await aWebhook(owner);
    const rotate = async (body?: object) =>
      (await owner.api.post<Record<string, string>>(`${webhookPath(id)}/rotate-secret`, { body })).body;
    const first = await rotate();
    const second = await rotate({ gracePeriodSeconds: 60 });
    expect(new Set([secret, first.secret, second.secret]).size).toBe(3);
    const graceMs = ({ previousSecretExpiresAt = '', previousSecretSetAt = '' }: Record<string, string>) =>
      Date.parse(previousSecretExpiresAt) - Date.parse(previousSecretSetAt);
    expect(graceMs(first) / 1_000).toBeCloseTo(86_400, 0);
    expect(graceMs(second) / 1_000).toBeCloseTo(60, 0);
    expect((await read(owner, id)).previousSecretSetAt).toBe(second.previousSecretSetAt);
  });

  it.each([-1, 604_801, 1.5, '60'])('is refused with a grace period of %s', async (gracePeriodSeconds) => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    const { status } = await owner.api.post(`${webhookPath(id)}/rotate-secret`, {
      body: { gracePeriodSeconds },
    });
    expect(status).toBe(400);
  });

  it('creates a new data key if the tenant has none', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    await deleteItem(dataKeyKey(owner, dataKeyGeneration));
    const { status, body } = await owner.api.post<{ secret: string }>(`${webhookPath(id)}/rotate-secret`);
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^whsec_/);
  });

  it('keeps an inactive webhook without a subscription', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    await owner.api.put(webhookPath(id), { body: { isActive: false } });
    expect((await owner.api.post(`${webhookPath(id)}/rotate-secret`)).status).toBe(200);
    expect((await read(owner, id)).isActive).toBe(false);
    expect(await getItem(subscriptionKey(owner, id))).toBeUndefined();
  });

  it('shows no previous secret without a grace period', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    await owner.api.post(`${webhookPath(id)}/rotate-secret`, { body: { gracePeriodSeconds: 0 } });
    expect((await read(owner, id)).previousSecretSetAt).toBeNull();
  });
});

describe('listing webhooks', () => {
  it('lists the newest first, searches name and URL, and filters by state', async () => {
    const owner = await aTenant();
    const one = await aWebhook(owner, { name: 'Alpha', url: 'https://example.com/one' });
    const two = await aWebhook(owner, { name: 'Beta', url: 'https://example.com/two' });
    await owner.api.put(webhookPath(one.id), { body: { isActive: false } });
    const ids = async (query?: string) => (await list(owner, query)).items.map(({ id }) => id);
    expect(await ids()).toEqual([two.id, one.id]);
    expect(await ids('search=ALPHA')).toEqual([one.id]);
    expect(await ids('search=/two')).toEqual([two.id]);
    expect(await ids('isActive=no')).toEqual([one.id]);
    expect(await ids(`id=${two.id}`)).toEqual([two.id]);
    const byKey = await callsOf(await owner.api.get(`${webhooksPath}?id=${two.id}`));
    expect(byKey.map(({ action }) => action)).toEqual(['UpdateItem', 'BatchGetItem', 'BatchGetItem']);
    expect(await ids('sortField=name&sortDir=asc')).toEqual([one.id, two.id]);
    expect(await list(owner, 'pageSize=1&page=2')).toMatchObject({
      total: 2,
      totalPages: 2,
      items: [{ id: one.id }],
    });
  });

  it.each(['page=x', 'page=0', 'pageSize=201', 'isActive=perhaps', 'sortField=secret'])(
    'refuses %s',
    async (query) => {
      const { api } = await aTenant();
      expect((await api.get(`${webhooksPath}?${query}`)).status).toBe(400);
    },
  );

  it('refuses a page that is too large for one response, with a page size that fits', async () => {
    const owner = await aTenant();
    const strategyConfig = { text: 'x'.repeat(390_000) };
    for (let made = 0; made < 13; made += 1) await aWebhook(owner, { strategyConfig });
    const refused = await owner.api.get(webhooksPath);
    expect(refused).toMatchObject({ status: 400, body: { code: 'page_too_large', suggestedPageSize: 12 } });
    expect((await list(owner, 'pageSize=12')).items).toHaveLength(12);
  });

  it('costs the same for any number of webhooks: caller, page with rows, health', async () => {
    const owner = await aTenant();
    await aWebhook(owner);
    const calls = await callsOf(await owner.api.get(webhooksPath));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'Query', 'BatchGetItem']);
  });
});

describe.each([
  ['another tenant', () => aTenant()],
  ['another organization', (owner: TestCaller) => aSibling(owner)],
])('%s', (_, aStranger) => {
  it('receives the response for unknown ids, in every request', async () => {
    const owner = await aTenant();
    const { id, secret: __, ...webhook } = await aWebhook(owner);
    const { api } = await aStranger(owner);
    const asks = (path: string) => [
      () => api.get(path),
      () => api.put(path, { body: { name: 'taken over' } }),
      () => api.delete(path),
      () => api.post(`${path}/rotate-secret`),
      () => api.post(`${path}/test`),
      () => api.get(`${path}/stats`),
      () => api.post(`${path}/recover`, { body: { since: new Date().toISOString() } }),
    ];
    const [foreign, unknown] = [asks(webhookPath(id)), asks(webhookPath(unknownId))];
    for (const [index, ask] of foreign.entries()) {
      const answer = await ask();
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual((await unknown[index]?.())?.body);
    }
    expect(await read(owner, id)).toEqual({ id, ...webhook });
    expect((await api.get<Page>(webhooksPath)).body.total).toBe(0);
  });
});

interface EventList {
  data: { id: string; sample: { type: string } }[];
  templates: { id: string }[];
  total: number;
}

describe('events for subscriptions', () => {
  it('are listed by name with schema and sample, without those of webhooks', async () => {
    const { api } = await aTenant();
    const { body } = await api.get<EventList>(`${webhooksPath}/events`);
    const ids = body.data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(ids).toContain('business_rules.rule.created');
    expect(ids.filter((id) => id.startsWith('webhooks.'))).toEqual([]);
    expect(body.total).toBe(ids.length);
    for (const { id, sample } of body.data) expect(sample.type).toBe(id);
  });

  it('can each be subscribed to; types that depend on data are listed separately, as templates', async () => {
    const { api } = await aTenant();
    const { data, templates } = (await api.get<EventList>(`${webhooksPath}/events`)).body;
    const subscribedEvents = data.map(({ id }) => id);
    const create = (events: string[]) =>
      api.post(webhooksPath, { body: aWebhookBody({ subscribedEvents: events }) });
    expect((await create(subscribedEvents.slice(0, 3))).status).toBe(201);
    for (const id of subscribedEvents) expect(patternProblem(id), id).toBeUndefined();
    const [template] = templates.map(({ id }) => id);
    expect(template).toBe('<entityType>.created');
    expect((await create([template ?? ''])).status).toBe(400);
  });
});
