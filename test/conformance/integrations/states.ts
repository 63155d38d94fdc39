/** Conformance cases of integrations: their list, state and version. */
import { expect } from 'vitest';
import {
  type IntegrationPage,
  integrationPath,
  integrationsPath,
  rowOf,
  save,
  turn,
} from '../../support/builders/integrations.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aReceiver } from '../support/receivers.ts';
import { aCaller, aKey, aSibling, aTenant, aTenantWithEvents } from '../support/stage.ts';

const { proves } = casesOf('integrations');

type Body = Record<string, unknown>;

const builtIn = [
  ...['gateway_stripe', 'ocr_textract', 'sync_http_json', 'sync_s3_files', 'sync_stripe'],
  ...['sync_uploads', 'webhook_custom'],
];

const list = async ({ api }: TestCaller, query = ''): Promise<IntegrationPage> =>
  (await api.get<IntegrationPage>(`${integrationsPath}?${query}`)).body;
const builtInOf = async (caller: TestCaller, query = ''): Promise<string[]> =>
  (await list(caller, query)).items.map(({ id }) => id).filter((id) => builtIn.includes(id));
const change = ({ api }: TestCaller, id: string, part: string, body: unknown, headers = {}) =>
  api.put(`${integrationPath(id)}/${part}`, { body, headers });

/** A caller that changes nothing but `gateway_stripe`, which is enabled. */
const aReader = once(async () => {
  const caller = await aCaller();
  await turn(caller, 'gateway_stripe', { isEnabled: true });
  return caller;
});

proves('listed', async () => {
  const caller = await aReader();
  const page = await list(caller);
  expect(page).toMatchObject({ page: 1, pageSize: 50 });
  const titles = page.items.map(({ title }) => title);
  expect(titles).toEqual(titles.toSorted());
  expect((await builtInOf(caller)).toSorted()).toEqual(builtIn);
  expect(page.items.find(({ id }) => id === 'gateway_stripe')).toMatchObject({
    ...{ category: 'payment', hub: 'payment_gateways', providerKey: 'stripe', bundleId: 'bundle_stripe' },
    ...{ hasCredentials: false, credentialsNeeded: true, isEnabled: true, apiVersion: null },
    healthStatus: 'unconfigured',
    analytics: { lastActivityAt: null, totalCount: 0, errorCount: 0, errorRate: 0 },
  });
  for (const { analytics } of page.items) expect(analytics.dailyCounts).toHaveLength(30);
  expect(page.bundles).toContainEqual(
    expect.objectContaining({ id: 'bundle_stripe', integrationCount: 2, enabledCount: 1 }),
  );
  expect(await list(caller, 'category=nothing')).toMatchObject({ total: 0, totalPages: 0, bundles: [] });
  expect(await list(caller, 'pageSize=4&page=9')).toMatchObject({ page: 9, items: [] });
});

proves(
  'list-filters',
  [
    ['search=STRIPE', ['sync_stripe', 'gateway_stripe']],
    ['search=bucket', ['sync_s3_files']],
    ['category=payment', ['gateway_stripe']],
    ['bundleId=bundle_stripe', ['sync_stripe', 'gateway_stripe']],
    ['isEnabled=true', ['webhook_custom', 'gateway_stripe', 'ocr_textract', 'sync_uploads']],
    ['isEnabled=0&bundleId=bundle_stripe', ['sync_stripe']],
    ['credentialsNeeded=true', ['gateway_stripe']],
    ['healthStatus=healthy', []],
    ['healthStatus=unconfigured&category=payment', ['gateway_stripe']],
    ['isEnabled=&category=payment', ['gateway_stripe']],
    ['search=%25', []],
    ['id=sync_stripe', ['sync_stripe']],
  ] as const,
  async ([query, ids]) => {
    expect(await builtInOf(await aReader(), query)).toEqual(ids);
  },
);

proves('list-order', async () => {
  const caller = await aReader();
  const all = await builtInOf(caller);
  expect(await builtInOf(caller, 'sortField=title&sortDir=desc')).toEqual(all.toReversed());
  expect((await builtInOf(caller, 'sortField=enabledAt&sortDir=desc'))[0]).toBe('gateway_stripe');
});

proves('detail', async () => {
  const caller = await aCaller();
  await save(caller, 'gateway_stripe', { secretKey: 'sk_test_1', publishableKey: 'pk_1' });
  const { body, headers } = await caller.api.get(integrationPath('gateway_stripe'));
  expect(body).toMatchObject(await rowOf(caller, 'gateway_stripe'));
  expect(body).toMatchObject({
    integration: { id: 'gateway_stripe', apiVersions: [{ default: true }, {}, { status: 'deprecated' }] },
    bundle: { id: 'bundle_stripe' },
    bundleIntegrations: [
      { id: 'gateway_stripe', isEnabled: false },
      { id: 'sync_stripe', isEnabled: false, state: { reauthRequired: false } },
    ],
    state: {
      ...{ isEnabled: false, apiVersion: null, reauthRequired: false },
      ...{ lastHealthStatus: null, enabledAt: null },
    },
    ...{ hasCredentials: true, credentialsKeys: ['publishableKey', 'secretKey'] },
    credentialsUpdatedAt: expect.stringMatching(/^\d{4}-/),
  });
  expect(headers.get('etag')).toBe('"0"');
});

proves('unknown-ids', ['nothing', 'bundle_stripe', 'constructor', 'x'.repeat(128)], async (id) => {
  const caller = await aReader();
  const answers = [
    await caller.api.get(integrationPath(id)),
    await change(caller, id, 'state', { isEnabled: true }),
    await change(caller, id, 'version', { apiVersion: '1' }),
    await caller.api.post(`${integrationPath(id)}/health`),
  ];
  for (const { status, body } of answers)
    expect([status, body.error]).toEqual([404, 'Integration not found.']);
});

proves('state', async () => {
  const caller = await aCaller();
  const id = 'sync_http_json';
  const on = await turn(caller, id, { isEnabled: true });
  expect(on).toEqual({
    ...{ isEnabled: true, reauthRequired: false, apiVersion: null, updatedAt: expect.any(String) },
  });
  const { enabledAt } = await rowOf(caller, id);
  expect(enabledAt).toBe(on.updatedAt);
  const refused = await turn(caller, id, { reauthRequired: true });
  expect(refused).toMatchObject({ isEnabled: true, reauthRequired: true });
  await turn(caller, id, { isEnabled: true });
  await turn(caller, id, { isEnabled: false });
  expect(await rowOf(caller, id)).toMatchObject({ isEnabled: false, reauthRequired: true, enabledAt });
  const again = await turn(caller, id, { isEnabled: true });
  expect((await rowOf(caller, id)).enabledAt).toBe(again.updatedAt);
});

proves('default-state', async () => {
  const caller = await aCaller();
  await turn(caller, 'webhook_custom', { reauthRequired: false });
  expect(await rowOf(caller, 'webhook_custom')).toMatchObject({ isEnabled: true, enabledAt: null });
  expect(await rowOf(caller, 'sync_http_json')).toMatchObject({ isEnabled: false });
});

proves(
  'state-problems',
  [{}, { isEnabled: 'true' }, { reauthRequired: 1 }, { isEnabled: null }, []],
  async (body) => {
    const answer = await change(await aReader(), 'sync_http_json', 'state', body);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toHaveLength(1);
  },
);

proves('state-versions', async () => {
  const caller = await aCaller();
  const id = 'gateway_stripe';
  const etag = String((await caller.api.get(integrationPath(id))).headers.get('etag'));
  const headers = { 'if-match': etag };
  const first = await change(caller, id, 'state', { isEnabled: true }, headers);
  expect(first.status).toBe(200);
  for (const [part, body] of [
    ['state', { isEnabled: false }],
    ['version', { apiVersion: '2023-10-16' }],
  ] as const)
    expect(await change(caller, id, part, body, headers)).toMatchObject({
      status: 412,
      body: { code: 'stale' },
    });
  expect(await rowOf(caller, id)).toMatchObject({ isEnabled: true, apiVersion: null });
  const current = { 'if-match': String(first.headers.get('etag')) };
  expect((await change(caller, id, 'state', { isEnabled: false }, current)).status).toBe(200);
});

proves('parallel-states', async () => {
  const caller = await aCaller();
  const bodies = [1, 2, 3, 4, 5, 6].map((n) => (n % 2 ? { isEnabled: true } : { reauthRequired: true }));
  await Promise.all(bodies.map((body) => turn(caller, 'sync_stripe', body)));
  const { body, headers } = await caller.api.get(integrationPath('sync_stripe'));
  expect(body.state).toMatchObject({ isEnabled: true, reauthRequired: true });
  expect(headers.get('etag')).toBe('"6"');
});

proves('version', async () => {
  const caller = await aCaller();
  const id = 'gateway_stripe';
  const first = await change(caller, id, 'version', { apiVersion: '2023-10-16' });
  expect(first.body).toEqual({ apiVersion: '2023-10-16', previousVersion: '2025-02-24.acacia' });
  const second = await change(caller, id, 'version', { apiVersion: '2024-12-18' });
  expect(second.body).toEqual({ apiVersion: '2024-12-18', previousVersion: '2023-10-16' });
  expect((await rowOf(caller, id)).apiVersion).toBe('2024-12-18');
});

proves('declared-versions', [1, '1999-01-01', '__proto__'], async (apiVersion) => {
  const answer = await change(await aReader(), 'gateway_stripe', 'version', { apiVersion });
  expect(answer.status).toBe(400);
  expect(answer.body.details).toContainEqual(expect.objectContaining({ field: 'apiVersion' }));
});

proves('not-versioned', async () => {
  const answer = await change(await aReader(), 'sync_http_json', 'version', { apiVersion: '1' });
  const body = { code: 'not_versioned', error: 'This integration is not versioned' };
  expect(answer).toMatchObject({ status: 422, body });
});

proves('audited', async () => {
  const caller = await aCaller();
  await turn(caller, 'sync_http_json', { isEnabled: true });
  await change(caller, 'gateway_stripe', 'version', { apiVersion: '2023-10-16' });
  await save(caller, 'sync_http_json', { token: 'a-secret-token' });
  const { body } = await caller.api.get<{ items: Body[] }>('/api/audit_logs/actions?search=integrations.');
  expect(body.items).toMatchObject([
    {
      ...{ resource: 'integrations.credentials', resourceId: 'sync_http_json' },
      changes: { credentialsKeys: { before: [], after: ['token'] } },
    },
    { resource: 'integrations.version', changes: { apiVersion: { after: '2023-10-16' } } },
    { resource: 'integrations.state', action: 'updated', changes: { isEnabled: { after: true } } },
  ]);
  expect(JSON.stringify(body)).not.toContain('a-secret-token');
});

proves('events', async () => {
  const caller = await aTenantWithEvents();
  const sink = await aReceiver(caller);
  const body = { name: 'integrations', url: `${sink.url}/`, subscribedEvents: ['integrations.*'] };
  expect(await caller.api.post('/api/webhooks', { body })).toMatchObject({ status: 201 });
  await turn(caller, 'sync_http_json', { isEnabled: true });
  await change(caller, 'gateway_stripe', 'version', { apiVersion: '2023-10-16' });
  await save(caller, 'sync_http_json', { token: 'a-secret-token' });
  await caller.api.post(`${integrationPath('webhook_custom')}/health`);
  const sent = (await sink.waitFor(4)).map((request) => JSON.parse(request.body));
  const dataOf = (type: string): Body => sent.find((event) => event.type === `integrations.${type}`)?.data;
  const actor = `api_key:${caller.keyId}`;
  const integrationId = 'sync_http_json';
  expect(dataOf('state.updated')).toMatchObject({ integrationId, isEnabled: true, actor });
  expect(dataOf('version.changed')).toMatchObject({ previousVersion: '2025-02-24.acacia', actor });
  expect(dataOf('credentials.updated')).toMatchObject({ integrationId, credentialsKeys: ['token'] });
  expect(dataOf('health.changed')).toMatchObject({ status: 'healthy', previousStatus: null });
});

proves('isolated', async () => {
  const owner = await aCaller();
  const id = 'sync_http_json';
  await save(owner, id, { baseUrl: 'https://example.com', token: 'mine-and-mine-only' });
  await turn(owner, id, { isEnabled: true });
  await change(owner, 'gateway_stripe', 'version', { apiVersion: '2023-10-16' });
  await owner.api.post(`${integrationPath('webhook_custom')}/health`);
  const foreign = await aTenant();
  for (const other of [foreign, await aSibling(owner)]) {
    expect(await rowOf(other, id)).toMatchObject({ isEnabled: false, hasCredentials: false });
    expect(await rowOf(other, 'gateway_stripe')).toMatchObject({ apiVersion: null });
    const read = await other.api.get(`${integrationPath(id)}/credentials`);
    const none = { credentials: {}, secretFieldsConfigured: { token: false }, updatedAt: null };
    expect(read.body).toMatchObject(none);
    expect((await other.api.get(`${integrationsPath}/logs`)).body).toMatchObject({ items: [], total: 0 });
    await save(other, id, { baseUrl: 'https://example.org', token: 'theirs' });
    await turn(other, 'webhook_custom', { isEnabled: false });
  }
  const { body } = await owner.api.get(`${integrationPath(id)}/credentials`);
  expect(body.credentials).toMatchObject({ baseUrl: 'https://example.com' });
  expect(await rowOf(owner, 'webhook_custom')).toMatchObject({ isEnabled: true });
  const query = `organizationId=${owner.organizationId}`;
  expect((await foreign.api.get(`${integrationsPath}?${query}`)).status).toBe(403);
});

proves('separate-features', async () => {
  const caller = await aCaller();
  const { api } = await aKey({ ...caller, features: ['integrations.view', 'integrations.manage'] });
  const path = `${integrationPath('sync_http_json')}/credentials`;
  expect((await api.get(path)).status).toBe(200);
  const refused = { status: 403, body: { required: ['integrations.credentials.manage'] } };
  expect(await api.put(path, { body: { credentials: {} } })).toMatchObject(refused);
});
