/** Conformance cases of webhooks: settings, secrets, lists and conditions. */
import { expect } from 'vitest';
import { maskedSecret } from '../../../shared/kernel/secrets/masked.ts';
import type { Webhook, WebhookRow } from '../../../shared/modules/webhooks/endpoints/webhook-contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  aWebhookBody,
  deliveriesPath,
  readWebhook,
  webhookPath,
  webhooksPath,
} from '../../support/builders/webhooks.ts';
import { casesOf } from '../support/conformance.ts';
import { holdTest } from '../support/held.ts';
import { aReceiver } from '../support/receivers.ts';
import { aCaller, aSibling, theCaller } from '../support/stage.ts';

const { proves } = casesOf('webhooks');

const unknownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

interface Page {
  items: WebhookRow[];
  total: number;
  totalPages: number;
}
const list = async ({ api }: TestCaller, query = '') =>
  (await api.get<Page>(`${webhooksPath}?${query}`)).body;
const change = ({ api }: TestCaller, id: string, body: object) => api.put<Webhook>(webhookPath(id), { body });

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
const shownHeaders = { authorization: maskedSecret, 'X-Api-Key': maskedSecret };

proves('secret-once', async () => {
  const owner = await aCaller();
  const { secret, id, maskedSecret: shown } = await aWebhook(owner);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(shown).toBe('whsec_••••••••');
  expect(JSON.stringify([await readWebhook(owner, id), await list(owner)])).not.toContain(secret);
});

proves('settings-kept', async () => {
  const owner = await aCaller();
  const created = await aWebhook(owner, full);
  const shown = { ...full, customHeaders: shownHeaders };
  expect(created).toMatchObject(shown);
  expect(await readWebhook(owner, created.id)).toMatchObject(shown);
});

proves('defaults', async () => {
  expect(await aWebhook(await aCaller())).toMatchObject({
    ...{ description: null, httpMethod: 'POST', customHeaders: null, isActive: true },
    ...{ deliveryStrategy: 'http', strategyConfig: null, maxRetries: 10, timeoutMs: 15_000 },
    ...{ rateLimitPerMinute: 0, autoDisableThreshold: 100, consecutiveFailures: 0 },
    ...{ lastSuccessAt: null, lastFailureAt: null, integrationId: null },
    ...{ previousSecretSetAt: null, disabledReason: null },
  });
});

proves('ignored-at-creation', async () => {
  const created = await aWebhook(await aCaller(), { secret: 'whsec_c2VjcmV0', isActive: false });
  expect(created.isActive).toBe(true);
  expect(created.secret).not.toBe('whsec_c2VjcmV0');
});

proves(
  'invalid-settings',
  [
    ['name', { name: undefined }],
    ['url', { url: 'example' }],
    ['url', { url: 'ftp://example.com/' }],
    ['url', { url: 'file:///etc/passwd' }],
    ['url', { url: 'https://user:pass@example.com/' }],
    ['subscribedEvents', { subscribedEvents: [] }],
    ['subscribedEvents', { subscribedEvents: '*' }],
    ['subscribedEvents[0]', { subscribedEvents: [''] }],
    ['subscribedEvents[1]', { subscribedEvents: ['a.b.c', 'sales.*.created'] }],
    ['httpMethod', { httpMethod: 'GET' }],
    ['customHeaders', { customHeaders: { ' Webhook-Id ': 'x' } }],
    ['customHeaders', { customHeaders: { 'Content-Type': 'text/plain' } }],
    ['customHeaders', { customHeaders: { 'x-a': 'b\r\nx-c: d' } }],
    ['deliveryStrategy', { deliveryStrategy: 'sqs' }],
    ['maxRetries', { maxRetries: 1.5 }],
    ['condition', { condition: { field: 'type', operator: '~', value: 1 } }],
    ['condition', { condition: 'data.total > 100' }],
  ] as const,
  async ([field, overrides]) => {
    const owner = await theCaller();
    const { status, body } = await owner.api.post(webhooksPath, { body: aWebhookBody(overrides) });
    expect(status).toBe(400);
    expect(body.details).toContainEqual(expect.objectContaining({ field }));
    expect((await list(owner)).total).toBe(0);
  },
);

proves('private-urls', ['http://10.0.0.1/', 'http://[::1]:9001/', 'http://localhost/'], async (url) => {
  const { api } = await theCaller();
  const { status, body } = await api.post(webhooksPath, { body: aWebhookBody({ url }) });
  if (status === 201) return holdTest('the stage has ALLOW_PRIVATE_WEBHOOKS=true');
  expect(status).toBe(400);
  expect(body.details).toMatchObject([{ field: 'url' }]);
});

proves('one-field', Object.entries({ ...full, isActive: false }), async ([field, value]) => {
  const owner = await aCaller();
  const start = { ...full, [field]: undefined, name: 'before', url: 'https://example.com/before' };
  const { secret: _, ...before } = await aWebhook(owner, { ...start, subscribedEvents: ['a.b.c'] });
  const { status, body } = await change(owner, before.id, { [field]: value });
  expect(status).toBe(200);
  const shown = field === 'customHeaders' ? shownHeaders : value;
  expect(body).toEqual({ ...before, [field]: shown, updatedAt: body.updatedAt });
  expect(body.updatedAt > before.updatedAt).toBe(true);
  expect(await readWebhook(owner, before.id)).toEqual(body);
});

proves('all-or-nothing', async () => {
  const owner = await aCaller();
  const { secret: _, ...before } = await aWebhook(owner);
  expect((await change(owner, before.id, { name: 'new', url: 'ftp://example.com' })).status).toBe(400);
  expect(await readWebhook(owner, before.id)).toEqual(before);
});

proves('masked-headers', async () => {
  const owner = await aCaller();
  const sink = await aReceiver(owner);
  const { id } = await aWebhook(owner, { customHeaders: { 'X-One': 'first', 'X-Two': 'second' } }, sink);
  const customHeaders = { 'x-one': maskedSecret, 'X-New': 'third' };
  const { body } = await change(owner, id, { customHeaders });
  expect(body.customHeaders).toEqual({ 'x-one': maskedSecret, 'X-New': maskedSecret });
  await owner.api.post(`${webhookPath(id)}/test`, { body: {} });
  expect(sink.requests[0]?.headers).toMatchObject({ 'x-one': 'first', 'x-new': 'third' });
  expect(sink.requests[0]?.headers).not.toHaveProperty('x-two');
});

proves('headers-of-one-server', async () => {
  const owner = await aCaller();
  const { id, url } = await aWebhook(owner, { customHeaders: { 'X-One': 'first' } });
  const refused = { status: 400, body: { details: [{ field: 'customHeaders' }] } };
  for (const more of [{}, { customHeaders: { 'X-One': maskedSecret } }])
    expect(await change(owner, id, { url: 'https://other.example/', ...more })).toMatchObject(refused);
  expect((await change(owner, id, { url: `${url}/elsewhere` })).status).toBe(200);
  expect((await change(owner, id, { url: 'https://other.example/', customHeaders: null })).status).toBe(200);
});

proves('deleted', async () => {
  const owner = await aCaller();
  const { id } = await aWebhook(owner);
  expect((await owner.api.delete(webhookPath(id))).body).toEqual({ success: true });
  expect((await owner.api.get(webhookPath(id))).status).toBe(404);
  expect((await owner.api.delete(webhookPath(id))).status).toBe(404);
  expect(await list(owner)).toMatchObject({ items: [], total: 0, totalPages: 0 });
});

type Rotated = Record<'secret' | 'previousSecretSetAt' | 'previousSecretExpiresAt', string>;
const rotate = async ({ api }: TestCaller, id: string, body?: object) =>
  (await api.post<Rotated>(`${webhookPath(id)}/rotate-secret`, { body })).body;

proves('rotation', async () => {
  const owner = await aCaller();
  const { id, secret } = await aWebhook(owner);
  const first = await rotate(owner, id);
  const second = await rotate(owner, id, { gracePeriodSeconds: 60 });
  expect(new Set([secret, first.secret, second.secret]).size).toBe(3);
  const graceMs = ({ previousSecretExpiresAt, previousSecretSetAt }: Rotated) =>
    Date.parse(previousSecretExpiresAt) - Date.parse(previousSecretSetAt);
  expect(graceMs(first) / 1_000).toBeCloseTo(86_400, 0);
  expect(graceMs(second) / 1_000).toBeCloseTo(60, 0);
  expect((await readWebhook(owner, id)).previousSecretSetAt).toBe(second.previousSecretSetAt);
});

proves('rotation-without-grace', async () => {
  const owner = await aCaller();
  const { id } = await aWebhook(owner);
  await change(owner, id, { isActive: false });
  await rotate(owner, id, { gracePeriodSeconds: 0 });
  expect(await readWebhook(owner, id)).toMatchObject({ previousSecretSetAt: null, isActive: false });
});

proves('list', async () => {
  const owner = await aCaller();
  const one = await aWebhook(owner, { name: 'Alpha', url: 'https://example.com/one' });
  const two = await aWebhook(owner, { name: 'Beta', url: 'https://example.com/two' });
  await change(owner, one.id, { isActive: false });
  const table = [
    ['', [two, one]],
    ['search=ALPHA', [one]],
    ['search=/two', [two]],
    ['isActive=no', [one]],
    [`id=${two.id}`, [two]],
    ['sortField=name&sortDir=asc', [one, two]],
    ['pageSize=1&page=2', [one]],
  ] as const;
  for (const [query, wanted] of table) {
    const { items } = await list(owner, query);
    expect([query, ...items.map(({ id }) => id)]).toEqual([query, ...wanted.map(({ id }) => id)]);
  }
  expect(await list(owner, 'pageSize=1')).toMatchObject({ total: 2, totalPages: 2 });
});

proves('page-too-large', async () => {
  const owner = await aCaller();
  const strategyConfig = { text: 'x'.repeat(390_000) };
  await Promise.all(Array.from({ length: 13 }, () => aWebhook(owner, { strategyConfig })));
  const { status, body } = await owner.api.get(webhooksPath);
  expect([status, body.code]).toEqual([400, 'page_too_large']);
  const { items } = await list(owner, `pageSize=${body.suggestedPageSize}`);
  expect(items).toHaveLength(Number(body.suggestedPageSize));
});

proves('organization', async () => {
  const owner = await aCaller();
  const { secret: _, ...webhook } = await aWebhook(owner);
  const { api } = await aSibling(owner);
  const asks = (path: string) => [
    () => api.get(path),
    () => api.put(path, { body: { name: 'taken over' } }),
    () => api.delete(path),
    () => api.post(`${path}/rotate-secret`),
    () => api.post(`${path}/test`),
    () => api.get(`${path}/stats`),
    () => api.post(`${path}/recover`),
    () => api.post(`${path}/replay`, { body: { from: new Date().toISOString().slice(0, 10) } }),
    () => api.post(`${deliveriesPath}${path.slice(webhooksPath.length)}/retry`),
  ];
  const unknown = asks(webhookPath(unknownId));
  for (const [index, ask] of asks(webhookPath(webhook.id)).entries()) {
    const { status, body } = await ask();
    expect([status, body]).toEqual([404, (await unknown[index]?.())?.body]);
  }
  expect(await readWebhook(owner, webhook.id)).toEqual(webhook);
  expect((await api.get<Page>(webhooksPath)).body.total).toBe(0);
});

interface EventList {
  data: { id: string; sample: { type: string } }[];
  templates: { id: string }[];
  total: number;
}

proves('subscribable-events', async () => {
  const { api } = await aCaller();
  const { body } = await api.get<EventList>(`${webhooksPath}/events`);
  const ids = body.data.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect(ids).toContain('business_rules.rule.created');
  expect(ids.filter((id) => id.startsWith('webhooks.'))).toEqual([]);
  expect(body.total).toBe(ids.length);
  for (const { id, sample } of body.data) expect(sample.type).toBe(id);
});

proves('event-templates', async () => {
  const owner = await aCaller();
  const { templates, data } = (await owner.api.get<EventList>(`${webhooksPath}/events`)).body;
  const [template] = templates.map(({ id }) => id);
  expect(template).toBe('<entityType>.created');
  const create = (subscribedEvents: readonly unknown[]) =>
    owner.api.post(webhooksPath, { body: aWebhookBody({ subscribedEvents }) });
  expect((await create([template])).status).toBe(400);
  const ids = data.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += 100)
    expect((await create(ids.slice(at, at + 100))).status).toBe(201);
});

proves('audit', async () => {
  const owner = await aCaller();
  const { id, secret } = await aWebhook(owner, { customHeaders: { authorization: 'Bearer abc' } });
  const { body } = await owner.api.get<{ items: object[] }>(
    `/api/audit_logs/actions?resource=webhooks.webhook&resourceId=${id}`,
  );
  expect(body.items).toMatchObject([{ resourceId: id, action: 'created' }]);
  expect(JSON.stringify(body)).not.toContain('Bearer');
  expect(JSON.stringify(body)).not.toContain(secret);
});

const isLarge = { field: 'data.total', operator: '>', value: 100 };
const nested = (levels: number): object =>
  levels === 1 ? isLarge : { operator: 'AND', rules: [nested(levels - 1)] };

proves('condition-limits', async () => {
  const { api } = await aCaller();
  const create = async (condition: object) =>
    (await api.post(webhooksPath, { body: aWebhookBody({ condition }) })).status;
  expect(await create(nested(100))).toBe(201);
  expect(await create(nested(101))).toBe(400);
  expect(await create({ ...isLarge, value: 'x'.repeat(16_384) })).toBe(400);
});

proves('condition-calculates', async () => {
  const owner = await aCaller();
  const above = (value: string) => ({ condition: { ...isLarge, value } });
  const { id } = await aWebhook(owner, above('{{data.limit * 2}}'), await aReceiver(owner));
  const test = async (payload: object) =>
    (await owner.api.post(`${webhookPath(id)}/test`, { body: { payload } })).body.condition;
  expect(await test({ total: 7, limit: 4 })).toMatchObject({ holds: false, decidedBy: { expected: 8 } });
  expect(await test({ total: 9, limit: 4 })).toMatchObject({ holds: true, decidedBy: { expected: 8 } });
  const error = expect.stringMatching(/data\.limit \* 2.*position \d+/);
  expect(await test({ total: 9, limit: 'four' })).toMatchObject({ holds: true, error });
  const invalid = above('{{data.limit *}}');
  const message = expect.stringMatching(/^value, position 1\d: /);
  const refusal = { status: 400, body: { details: [{ field: 'condition', message }] } };
  expect(await owner.api.post(webhooksPath, { body: aWebhookBody(invalid) })).toMatchObject(refusal);
  expect(await change(owner, id, invalid)).toMatchObject(refusal);
});

proves('condition-kept', async () => {
  const owner = await aCaller();
  const condition = nested(100);
  const { id } = await aWebhook(owner, { condition });
  await change(owner, id, { name: 'Large orders' });
  expect((await readWebhook(owner, id)).condition).toEqual(condition);
  expect((await list(owner)).items[0]?.condition).toEqual(condition);
  await change(owner, id, { condition: null });
  expect(await readWebhook(owner, id)).not.toHaveProperty('condition');
});

proves('condition-of-test', async () => {
  const owner = await aCaller();
  const { id } = await aWebhook(owner, { condition: isLarge }, await aReceiver(owner));
  const test = async (payload: object) =>
    (await owner.api.post(`${webhookPath(id)}/test`, { body: { payload } })).body;
  expect(await test({ total: 7 })).toMatchObject({
    delivery: { status: 'delivered' },
    condition: { holds: false, decidedBy: { field: 'data.total', expected: 100, actual: 7 }, error: null },
  });
  await change(owner, id, { condition: null });
  expect(await test({ total: 7 })).not.toHaveProperty('condition');
});
