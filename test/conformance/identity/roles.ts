/** Conformance cases of roles and features. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { apiFor } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { aKeySession, aMember, aRole, aSession, aUser, exchangeKey } from '../support/people.ts';
import { type Caller, list, put, rowOf, userAcl, users } from '../support/people-lists.ts';
import { expectHidden } from '../support/rules.ts';
import { aCaller, aSibling, aSuperAdmin, aTenant, theCaller, unique } from '../support/stage.ts';

const { proves } = casesOf('identity');

const roles = '/api/auth/roles';
const roleAcl = '/api/auth/roles/acl';
const rules = '/api/business_rules/rules';
const view = 'business_rules.rules.view';

const countOf = async (caller: Caller, path: string) => (await list(caller, path)).total;

proves('role-created', async () => {
  const caller = await aCaller();
  const name = unique('support');
  const { status, body, headers } = await caller.api.post<{ id: string }>(roles, {
    body: { name: ` ${name} ` },
  });
  expect([status, headers.get('etag')]).toEqual([201, '"1"']);
  const row = await rowOf(caller, roles, body.id);
  expect(row).toEqual({
    ...{ id: body.id, name, usersCount: 0, keysCount: 0, isChanging: false, revision: 1 },
    ...{ tenantId: caller.tenantId, tenantIds: [caller.tenantId], tenantName: expect.any(String) },
    ...{ createdAt: row.createdAt, updatedAt: row.createdAt },
  });
  const { body: acl } = await caller.api.get(`${roleAcl}?roleId=${body.id}`);
  const { organizationId } = caller;
  expect(acl).toMatchObject({ features: [], isSuperAdmin: false, organizations: [organizationId] });
});

proves('role-name-reserved', ['admin', 'superadmin', 'SuperAdmin', ' Admin '], async (name) => {
  const caller = await aCaller();
  const { id } = await aRole(caller);
  for (const answer of [
    await caller.api.post(roles, { body: { name } }),
    await put(caller, { id, name }, roles),
  ])
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

proves('role-name-unique', async () => {
  const caller = await aTenant();
  const post = (name: string) => caller.api.post(roles, { body: { name } });
  const answers = await Promise.all(['Support', 'support', 'SUPPORT'].map(post));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect((await post('sUPPORT')).body.code).toBe('role_name_taken');
  const { id } = await aRole(caller, {}, 'other');
  expect((await put(caller, { id, name: 'SUPPORT' }, roles)).status).toBe(409);
  expect((await put(caller, { id, name: 'Other' }, roles)).status).toBe(200);
  expect((await post('other')).status).toBe(409);
  await put(caller, { id, name: 'third' }, roles);
  expect((await post('other')).status).toBe(201);
  await aRole(await aTenant(), {}, 'support');
});

proves('role-list', async () => {
  const caller = await aTenant();
  for (const name of ['Delta', 'alpha', 'Charlie team', 'Charlie', 'bravo']) await aRole(caller, {}, name);
  const names = async (query: string) =>
    (await list(caller, roles, query)).items
      .map(({ name }) => name)
      .filter((name) => !/^conform/.test(String(name)));
  expect(await names('')).toEqual(['alpha', 'bravo', 'Charlie', 'Charlie team', 'Delta']);
  const backwards = ['Delta', 'Charlie team', 'Charlie', 'bravo', 'alpha'];
  expect(await names('sortField=name&sortDir=desc')).toEqual(backwards);
  expect(await names('search=HARL')).toEqual(['Charlie', 'Charlie team']);
});

proves('role-holders', async () => {
  const caller = await aCaller();
  const role = await aRole(caller);
  const [user] = [await aMember(caller, { roles: [role.id] }), await aMember(caller, { roles: [role.id] })];
  await caller.api.post('/api/api_keys/keys', { body: { name: 'x', roles: [role.id] } });
  expect(await rowOf(caller, roles, role.id)).toMatchObject({ usersCount: 2, keysCount: 1 });
  await caller.api.delete(`${users}?id=${user.id}`);
  expect(await rowOf(caller, roles, role.id)).toMatchObject({ usersCount: 1, keysCount: 1 });
});

proves('role-in-use', ['user', 'key'], async (holder) => {
  const caller = await aCaller();
  const role = await aRole(caller);
  const remove = () => caller.api.delete(roles, { body: { id: role.id } });
  const keys = '/api/api_keys/keys';
  const { id } =
    holder === 'user'
      ? await aMember(caller, { roles: [role.id] })
      : (await caller.api.post<{ id: string }>(keys, { body: { name: 'x', roles: [role.id] } })).body;
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'role_in_use' } });
  await put(caller, { id, roles: [] }, holder === 'user' ? users : keys);
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
});

proves('role-rights', async () => {
  const caller = await aCaller();
  const role = await aRole(caller);
  const made = await caller.api.post<{ id: string; secret: string }>('/api/api_keys/keys', {
    body: { name: 'x', roles: [role.id] },
  });
  const { id, secret } = made.body;
  const rotated = await caller.api.post<{ secret: string }>(`/api/api_keys/keys/${id}/rotate`, {
    body: { gracePeriodSeconds: 600 },
  });
  const sessions = [
    await aSession(await aUser(caller, { roles: [role.id] })),
    await aKeySession({ key: secret }),
  ];
  const apis = [...sessions.map(({ api }) => api), apiFor(secret), apiFor(rotated.body.secret)];
  const statuses = async () =>
    new Set(await Promise.all(apis.map(async (api) => (await api.get(rules)).status)));
  expect(await statuses()).toEqual(new Set([403]));
  for (const [features, expected] of [
    [[view], 200],
    [['*.view'], 200],
    [['business_rules.*'], 200],
    [[], 403],
  ] as const) {
    await put(caller, { roleId: role.id, features }, roleAcl);
    expect(await statuses()).toEqual(new Set([expected]));
  }
});

proves('role-rights-partial', async () => {
  const caller = await aCaller();
  const { id: roleId } = await aRole(caller, { features: ['a.view'] });
  const read = async () => (await caller.api.get(`${roleAcl}?roleId=${roleId}`)).body;
  const { body } = await put(caller, { roleId, features: ['b.view', 'b.view', 'webhooks.*'] }, roleAcl);
  expect(body).toEqual({ ok: true, sanitized: false });
  const features = ['b.view', 'webhooks.*'];
  expect(await read()).toMatchObject({ features, organizations: [caller.organizationId] });
  const twice = [caller.organizationId, caller.organizationId.toUpperCase()];
  await put(caller, { roleId, organizations: twice }, roleAcl);
  expect(await read()).toMatchObject({ features, organizations: [caller.organizationId] });
  await put(caller, { roleId, organizations: [] }, roleAcl);
  expect(await read()).toMatchObject({ features, organizations: [] });
  const etag = async (order: string[]) =>
    (await put(caller, { roleId, features: order }, roleAcl)).headers.get('etag');
  expect(await etag(features)).toBe(await etag(features.toReversed()));
});

proves(
  'feature-format',
  [[''], ['a b'], ['a.*.b'], ['*.a'], [`${'a.'.repeat(64)}b`], ['webhook.view']],
  async (features) => {
    const caller = await theCaller();
    const [role, user] = [await aRole(caller), await aMember(caller)];
    const answers = [
      await put(caller, { roleId: role.id, features }, roleAcl),
      await put(caller, { userId: user.id, features }, userAcl),
    ];
    for (const { status, body } of answers) {
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      if (features[0] === 'webhook.view') expect(JSON.stringify(body.details)).toContain('webhooks.view');
    }
  },
);

proves('acl-organizations', async () => {
  const { api } = await aSuperAdmin();
  const role = await aRole({ api });
  for (const id of [randomUUID(), (await aTenant()).organizationId])
    expect((await put({ api }, { roleId: role.id, organizations: [id] }, roleAcl)).status).toBe(400);
});

proves('role-isolation', async () => {
  const owner = await aCaller();
  const { id } = await aRole(owner);
  const stranger = await aTenant();
  const reaches = [
    ({ api }: Caller, of: string) => api.get(`${roleAcl}?roleId=${of}`),
    (caller: Caller, of: string) => put(caller, { roleId: of, features: [] }, roleAcl),
    (caller: Caller, of: string) => put(caller, { id: of, name: unique('x') }, roles),
    ({ api }: Caller, of: string) => api.delete(`${roles}?id=${of}`),
  ];
  await expectHidden([stranger], reaches, id);
  expect(await rowOf(stranger, roles, id)).toEqual({});
  const body = { name: unique('x'), tenantId: owner.tenantId };
  expect((await stranger.api.post(roles, { body })).status).toBe(403);
  const before = await countOf(owner, roles);
  expect((await (await aTenant({ isSuperAdmin: true })).api.post(roles, { body })).status).toBe(201);
  expect(await countOf(owner, roles)).toBe(before + 1);
});

proves('user-acl', async () => {
  const caller = await aCaller();
  const role = await aRole(caller, { features: [view] });
  const user = await aUser(caller, { roles: [role.id] });
  const { api } = await aSession(user);
  const status = async () => (await api.get(rules)).status;
  const read = async () => (await caller.api.get(`${userAcl}?userId=${user.id}`)).body;
  const rights = { isSuperAdmin: false, features: [], organizations: null };
  const none = { ...rights, hasCustomAcl: false, updatedAt: null };
  expect(await read()).toEqual(none);
  const set = (acl: object) => put(caller, { userId: user.id, ...acl }, userAcl);
  expect(await set({ features: ['webhooks.view'] })).toMatchObject({
    status: 200,
    body: { ok: true, sanitized: false },
  });
  expect([await status(), (await api.get('/api/webhooks')).status]).toEqual([403, 200]);
  expect(await read()).toMatchObject({ hasCustomAcl: true, features: ['webhooks.view'] });
  await set({ organizations: [] });
  expect(await read()).toMatchObject({ features: ['webhooks.view'], organizations: [] });
  await set({ features: [] });
  expect([await read(), await status()]).toEqual([none, 200]);
});

proves('user-acl-organizations', async () => {
  const caller = await aSuperAdmin();
  const { organizationId } = await aSibling(caller);
  const user = await aUser(caller);
  const { api } = await aSession(user);
  const there = async () => (await api.get(`${rules}?organizationId=${organizationId}`)).status;
  for (const [organizations, expected] of [
    [[organizationId], 200],
    [[], 403],
    [null, 200],
  ] as const) {
    await put(caller, { userId: user.id, features: [view], organizations }, userAcl);
    expect(await there()).toBe(expected);
  }
  await put(caller, { userId: user.id, organizations: [] }, userAcl);
  await put(caller, { id: user.id, organizationId });
  expect(await there()).toBe(200);
});

proves('feature-check', async () => {
  const { keyId, api } = await aCaller({ features: ['webhooks.*', view] });
  const check = async (features: string[], of = api) =>
    (await of.post('/api/auth/feature-check', { body: { features } })).body;
  const userId = `api_key:${keyId}`;
  const asked = ['webhooks.view', 'business_rules.rules.edit', 'webhooks.view', 'webhooks', '*'];
  expect(await check(asked)).toEqual({ ok: false, granted: ['webhooks.view', 'webhooks'], userId });
  expect(await check([view])).toEqual({ ok: true, granted: [view], userId });
  expect(await check([])).toEqual({ ok: true, granted: [], userId });
  const admin = await aSuperAdmin({ features: [] });
  expect(await check(['made.up', '*'], admin.api)).toMatchObject({ ok: true, granted: ['made.up', '*'] });
  const many = Array.from({ length: 50 }, (_, index) => String(index).padEnd(128, 'x'));
  expect(await check(many, admin.api)).toMatchObject({ ok: true, granted: many });
});

proves(
  'feature-check-limits',
  [{ features: [1] }, { features: [''] }, { features: ['x'.repeat(129)] }, {}, []],
  async (body) => {
    const answer = await (await theCaller()).api.post('/api/auth/feature-check', { body });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, error: expect.any(String) } });
  },
);

proves('feature-list', async () => {
  interface Catalogue {
    modules: { module: string; features: { feature: string; title: string; granted: boolean }[] }[];
  }
  const { api } = await aCaller({ features: ['webhooks.view'] });
  const { modules } = (await api.get<Catalogue>('/api/auth/features')).body;
  const all = modules.flatMap(({ features }) => features);
  expect(all.filter(({ granted }) => granted).map(({ feature }) => feature)).toEqual(['webhooks.view']);
  expect(all.every(({ title }) => title !== '')).toBe(true);
  expect(modules.map(({ module }) => module)).toContain('business_rules');
});

proves('view-everything', async () => {
  const { api, key } = await aCaller({ features: ['*.view'] });
  for (const path of [rules, '/api/webhooks', users, '/api/audit_logs/actions'])
    expect([path, (await api.get(path)).status]).toEqual([path, 200]);
  expect((await api.post(rules, { body: {} })).status).toBe(403);
  expect((await api.get('/api/directory/tenants')).status).toBe(403);
  expect((await exchangeKey(key)).status).toBe(200);
});
