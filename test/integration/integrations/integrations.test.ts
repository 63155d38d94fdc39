import { beforeAll, describe, expect, it } from 'vitest';
import { platformConfig } from '../../../shared/extensions/config.ts';
import {
  type IntegrationPage,
  integrationPath,
  integrationsPath,
  rowOf,
  save,
  turn,
} from '../../support/builders/integrations.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const builtIn = [
  'gateway_stripe',
  'ocr_textract',
  'sync_http_json',
  'sync_s3_files',
  'sync_stripe',
  'webhook_custom',
];

const own: readonly string[] = platformConfig.integrations.map(({ id }) => id);
const total = builtIn.length + own.length;

describe('the list', () => {
  let owner: TestCaller;
  const list = async (query = '') => {
    const answer = await owner.api.get<IntegrationPage>(`${integrationsPath}?${query}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);
  const builtInOf = async (query: string) => (await idsOf(query)).filter((id) => !own.includes(id));

  beforeAll(async () => {
    owner = await aTenant();
    await turn(owner, 'gateway_stripe', { isEnabled: true });
  });

  it('has every integration, with state and statistics, in two requests', async () => {
    const answer = await owner.api.get<IntegrationPage>(integrationsPath);
    expect(answer.body.items.map(({ id }) => id).toSorted()).toEqual([...builtIn, ...own].toSorted());
    expect(answer.body).toMatchObject({ total, page: 1, pageSize: 50, totalPages: 1 });
    const titles = answer.body.items.map(({ title }) => title);
    expect(titles).toEqual(titles.toSorted());
    expect(answer.body.items.find(({ id }) => id === 'gateway_stripe')).toMatchObject({
      category: 'payment',
      hub: 'payment_gateways',
      providerKey: 'stripe',
      bundleId: 'bundle_stripe',
      hasCredentials: false,
      isEnabled: true,
      apiVersion: null,
      healthStatus: 'unconfigured',
      analytics: { lastActivityAt: null, totalCount: 0, errorCount: 0, errorRate: 0 },
    });
    for (const { analytics } of answer.body.items) expect(analytics.dailyCounts).toHaveLength(30);
    expect(answer.body.bundles).toContainEqual(
      expect.objectContaining({ id: 'bundle_stripe', integrationCount: 2, enabledCount: 1 }),
    );
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'Query']);
  });

  it.each([
    ['q=STRIPE', ['sync_stripe', 'gateway_stripe']],
    ['search=bucket', ['sync_s3_files']],
    ['category=payment', ['gateway_stripe']],
    ['bundleId=bundle_stripe', ['sync_stripe', 'gateway_stripe']],
    ['isEnabled=true', ['webhook_custom', 'gateway_stripe', 'ocr_textract']],
    ['isEnabled=0&bundleId=bundle_stripe', ['sync_stripe']],
    ['healthStatus=healthy', []],
    ['healthStatus=unconfigured&category=payment', ['gateway_stripe']],
    ['isEnabled=&category=payment', ['gateway_stripe']],
    ['category=nothing', []],
    ['q=%25', []],
  ])('filtered by %s returns %j', async (query, ids) => {
    expect(await builtInOf(query)).toEqual(ids);
  });

  it('is sorted, and has no rows after the last page', async () => {
    const all = await idsOf('');
    expect(await idsOf('sort=title&order=desc')).toEqual(all.toReversed());
    expect(await idsOf('sortField=title&sortDir=desc')).toEqual(all.toReversed());
    expect((await idsOf('sort=enabledAt&order=desc'))[0]).toBe('gateway_stripe');
    const beyond = await list('pageSize=4&page=9');
    expect(beyond).toMatchObject({ page: 9, totalPages: Math.ceil(total / 4), total, items: [] });
    expect(await list('category=nothing')).toMatchObject({ total: 0, totalPages: 0, bundles: [] });
  });

  it.each(['isEnabled=perhaps', 'healthStatus=fine', 'sort=size', 'order=up', 'page=0', 'pageSize=201'])(
    'refuses %s',
    async (query) => {
      expect((await owner.api.get(`${integrationsPath}?${query}`)).status).toBe(400);
    },
  );
});

describe('an integration', () => {
  it('is shown with its definition, its bundle and its siblings', async () => {
    const owner = await aTenant();
    await save(owner, 'gateway_stripe', { secretKey: 'sk_test_1', publishableKey: 'pk_1' });
    const { status, body, headers } = await owner.api.get(integrationPath('gateway_stripe'));
    expect(status).toBe(200);
    const { items } = (await owner.api.get<{ items: object[] }>(`${integrationsPath}?id=gateway_stripe`))
      .body;
    expect(body).toMatchObject(items[0] ?? {});
    expect(body).toMatchObject({
      id: 'gateway_stripe',
      hub: 'payment_gateways',
      integration: { id: 'gateway_stripe', apiVersions: [{ default: true }, {}, { status: 'deprecated' }] },
      bundle: { id: 'bundle_stripe' },
      bundleIntegrations: [
        { id: 'gateway_stripe', isEnabled: false },
        { id: 'sync_stripe', isEnabled: false, state: { reauthRequired: false } },
      ],
      state: {
        isEnabled: false,
        apiVersion: null,
        reauthRequired: false,
        lastHealthStatus: null,
        enabledAt: null,
      },
      hasCredentials: true,
      credentialsKeys: ['publishableKey', 'secretKey'],
      healthStatus: 'unconfigured',
    });
    expect(Date.parse(String(body.credentialsUpdatedAt))).toBeGreaterThan(0);
    expect(headers.get('etag')).toBe('"0"');
  });

  it('returns 404 for other ids', async () => {
    const { api } = await aTenant();
    for (const id of ['nothing', 'bundle_stripe', 'constructor', 'x'.repeat(128)]) {
      const { status, body } = await api.get(integrationPath(id));
      expect({ status, error: body.error }).toEqual({ status: 404, error: 'Integration not found.' });
    }
    const answers = [
      await api.put(`${integrationPath('nothing')}/state`, { body: { isEnabled: true } }),
      await api.put(`${integrationPath('nothing')}/version`, { body: { apiVersion: '1' } }),
      await api.put(`${integrationPath('nothing')}/credentials`, { body: { credentials: {} } }),
      await api.get(`${integrationPath('nothing')}/credentials`),
      await api.post(`${integrationPath('nothing')}/health`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe('the state', () => {
  it('changes only given fields; enabledAt is the time of its last enabling', async () => {
    const owner = await aTenant();
    const on = await turn(owner, 'sync_http_json', { isEnabled: true });
    expect(on).toEqual({
      isEnabled: true,
      reauthRequired: false,
      apiVersion: null,
      updatedAt: expect.any(String),
    });
    const { enabledAt } = await rowOf(owner, 'sync_http_json');
    expect(enabledAt).toBe(on.updatedAt);
    expect(await turn(owner, 'sync_http_json', { reauthRequired: true })).toMatchObject({
      isEnabled: true,
      reauthRequired: true,
    });
    await turn(owner, 'sync_http_json', { isEnabled: true });
    await turn(owner, 'sync_http_json', { isEnabled: false });
    expect(await rowOf(owner, 'sync_http_json')).toMatchObject({
      isEnabled: false,
      reauthRequired: true,
      enabledAt,
    });
    const again = await turn(owner, 'sync_http_json', { isEnabled: true });
    expect((await rowOf(owner, 'sync_http_json')).enabledAt).toBe(again.updatedAt);
  });

  it('keeps a default until it is changed, also if others change', async () => {
    const owner = await aTenant();
    await turn(owner, 'webhook_custom', { reauthRequired: false });
    expect(await rowOf(owner, 'webhook_custom')).toMatchObject({ isEnabled: true, enabledAt: null });
  });

  it.each([
    ['nothing', {}],
    ['a text', { isEnabled: 'true' }],
    ['a number', { reauthRequired: 1 }],
    ['null', { isEnabled: null }],
    ['no object', []],
  ])('refuses %s', async (_, body) => {
    const { api } = await aTenant();
    const answer = await api.put(`${integrationPath('sync_http_json')}/state`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toHaveLength(1);
  });

  it('is not changed if If-Match names an older version', async () => {
    const owner = await aTenant();
    const path = `${integrationPath('gateway_stripe')}/state`;
    const etag = (await owner.api.get(integrationPath('gateway_stripe'))).headers.get('etag') ?? '';
    const headers = { 'if-match': etag };
    const first = await owner.api.put(path, { body: { isEnabled: true }, headers });
    expect(first.status).toBe(200);
    for (const [resource, body] of [
      ['state', { isEnabled: false }],
      ['version', { apiVersion: '2023-10-16' }],
    ] as const) {
      const stale = await owner.api.put(`${integrationPath('gateway_stripe')}/${resource}`, {
        body,
        headers,
      });
      expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
    }
    expect(await rowOf(owner, 'gateway_stripe')).toMatchObject({ isEnabled: true, apiVersion: null });
    const current = first.headers.get('etag') ?? '';
    const answer = await owner.api.put(path, {
      body: { isEnabled: false },
      headers: { 'if-match': current },
    });
    expect(answer.status).toBe(200);
  });

  it('accepts one of parallel writes per revision, without lost updates', async () => {
    const owner = await aTenant();
    const bodies = Array.from({ length: 6 }, (_, index) =>
      index % 2 ? { isEnabled: true } : { reauthRequired: true },
    );
    await Promise.all(bodies.map((body) => turn(owner, 'sync_stripe', body)));
    expect(await rowOf(owner, 'sync_stripe')).toMatchObject({ isEnabled: true, reauthRequired: true });
    const { headers } = await owner.api.get(integrationPath('sync_stripe'));
    expect(headers.get('etag')).toBe('"6"');
  });

  it('writes audit entries', async () => {
    const owner = await aTenant();
    await turn(owner, 'sync_http_json', { isEnabled: true });
    await owner.api.put(`${integrationPath('gateway_stripe')}/version`, {
      body: { apiVersion: '2023-10-16' },
    });
    await save(owner, 'sync_http_json', { token: 'a-secret-token' });
    const { body } = await owner.api.get<{ items: Record<string, unknown>[] }>(
      '/api/audit_logs/actions?search=integrations.',
    );
    expect(body.items).toMatchObject([
      {
        resource: 'integrations.credentials',
        resourceId: 'sync_http_json',
        changes: { credentialsKeys: { before: [], after: ['token'] } },
      },
      { resource: 'integrations.version', changes: { apiVersion: { after: '2023-10-16' } } },
      { resource: 'integrations.state', action: 'updated', changes: { isEnabled: { after: true } } },
    ]);
    expect(JSON.stringify(body)).not.toContain('a-secret-token');
  });
});

describe('the version', () => {
  const path = `${integrationPath('gateway_stripe')}/version`;

  it('is one of the declared versions; the response names the previous one', async () => {
    const owner = await aTenant();
    const first = await owner.api.put(path, { body: { apiVersion: '2023-10-16' } });
    expect(first.body).toEqual({ apiVersion: '2023-10-16', previousVersion: '2025-02-24.acacia' });
    const second = await owner.api.put(path, { body: { apiVersion: '2024-12-18' } });
    expect(second.body).toEqual({ apiVersion: '2024-12-18', previousVersion: '2023-10-16' });
    expect((await rowOf(owner, 'gateway_stripe')).apiVersion).toBe('2024-12-18');
  });

  it.each([[{}], [{ apiVersion: '' }], [{ apiVersion: 1 }], [{ apiVersion: '1999-01-01' }]])(
    'refuses %j',
    async (body) => {
      const { api } = await aTenant();
      const answer = await api.put(path, { body });
      expect(answer.status).toBe(400);
      expect(answer.body.details).toContainEqual(expect.objectContaining({ field: 'apiVersion' }));
    },
  );

  it('returns 422 where none are declared', async () => {
    const { api } = await aTenant();
    const answer = await api.put(`${integrationPath('sync_http_json')}/version`, {
      body: { apiVersion: '1' },
    });
    expect(answer).toMatchObject({ status: 422, body: { error: 'This integration is not versioned' } });
  });
});

describe('integrations of an organization', () => {
  it('are not accessible to other tenants and organizations', async () => {
    const owner = await aTenant();
    await save(owner, 'sync_http_json', { baseUrl: 'https://example.com', token: 'mine-and-mine-only' });
    await turn(owner, 'sync_http_json', { isEnabled: true });
    await owner.api.put(`${integrationPath('gateway_stripe')}/version`, {
      body: { apiVersion: '2023-10-16' },
    });
    await owner.api.post(`${integrationPath('webhook_custom')}/health`);
    for (const other of [await aTenant(), await aSibling(owner)]) {
      expect(await rowOf(other, 'sync_http_json')).toMatchObject({ isEnabled: false, hasCredentials: false });
      expect(await rowOf(other, 'gateway_stripe')).toMatchObject({ apiVersion: null });
      const read = await other.api.get(`${integrationPath('sync_http_json')}/credentials`);
      expect(read.body).toMatchObject({
        credentials: {},
        secretFieldsConfigured: { token: false },
        updatedAt: null,
      });
      expect((await other.api.get(`${integrationsPath}/logs`)).body).toMatchObject({ items: [], total: 0 });
      await save(other, 'sync_http_json', { baseUrl: 'https://example.org', token: 'theirs' });
      await turn(other, 'webhook_custom', { isEnabled: false });
    }
    const { body } = await owner.api.get(`${integrationPath('sync_http_json')}/credentials`);
    expect(body.credentials).toMatchObject({ baseUrl: 'https://example.com' });
    expect(await rowOf(owner, 'webhook_custom')).toMatchObject({ isEnabled: true });
    const foreign = await (await aTenant()).api.get(
      `${integrationsPath}?organizationId=${owner.organizationId}`,
    );
    expect(foreign.status).toBe(403);
  });

  it('need features for reads, enabling and credentials', async () => {
    const { tenantId, organizationId } = await aTenant();
    const { api } = await aKey({ tenantId, organizationId, features: ['integrations.view'] });
    const path = integrationPath('sync_http_json');
    for (const seen of [integrationsPath, path, `${path}/credentials`, `${integrationsPath}/logs`])
      expect((await api.get(seen)).status).toBe(200);
    const manage = ['integrations.manage'];
    expect((await api.put(`${path}/state`, { body: { isEnabled: true } })).body.required).toEqual(manage);
    expect((await api.put(`${path}/version`, { body: { apiVersion: '1' } })).body.required).toEqual(manage);
    expect((await api.post(`${path}/health`)).body.required).toEqual(manage);
    const saved = await api.put(`${path}/credentials`, { body: { credentials: {} } });
    expect(saved.body.required).toEqual(['integrations.credentials.manage']);
  });
});
