/** Conformance cases of API keys. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { casesOf } from '../support/conformance.ts';
import { aKeySession, aNewKey, aRole, aSession, aUser, exchangeKey } from '../support/people.ts';
import { expectHidden } from '../support/rules.ts';
import { aCaller, aKey, aName, aSibling, aSuperAdmin, aTenant, unique } from '../support/stage.ts';

const { proves } = casesOf('identity');

const path = '/api/api_keys/keys';
const rules = '/api/business_rules/rules';
const whoAmI = '/api/directory/organization-switcher';
const view = 'business_rules.rules.view';

const scopeForbidden = { status: 403, body: { code: 'scope_forbidden' } };

const statusOf = async (secret: string, of = whoAmI) => (await apiFor(secret).get(of)).status;
const rotate = (api: Api, id: string, body?: Record<string, unknown>) =>
  api.post<{ secret: string; keyPrefix: string }>(`${path}/${id}/rotate`, body && { body });
const update = (api: Api, body: Record<string, unknown>) => api.put(path, { body });
const list = async ({ api }: Pick<TestCaller, 'api'>, query = '') => {
  const answer = await api.get<{ items: Record<string, unknown>[]; total: number }>(`${path}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const idsOf = ({ items }: { items: Record<string, unknown>[] }) => items.map(({ id }) => id);

proves('key-format', async () => {
  const { secret, keyPrefix } = await aNewKey(await aCaller());
  expect(secret).toMatch(/^pmk_[0-9a-f]{8}\.[0-9a-f]{48}$/);
  expect(secret.split('.')[0]).toBe(keyPrefix);
});

proves('key-secret-once', async () => {
  const caller = await aCaller();
  const { id, secret } = await aNewKey(caller);
  const { body } = await rotate(caller.api, id);
  const shown = [
    await list(caller),
    (await update(caller.api, { id, name: 'x' })).body,
    (await caller.api.get(`/api/audit_logs/actions?resourceId=${id}`)).body,
  ];
  for (const text of [secret, body.secret]) expect(JSON.stringify(shown)).not.toContain(text.split('.')[1]);
});

proves(
  'key-headers',
  [
    (key: string) => ({ 'x-api-key': key }),
    (key: string) => ({ authorization: `ApiKey ${key}` }),
    (key: string) => ({ authorization: `Bearer ${key}` }),
  ],
  async (headersOf) => {
    const { key, keyId } = await aCaller();
    const { get } = apiFor('');
    const { body } = await get('/api/auth/session', { headers: { 'x-api-key': '', ...headersOf(key) } });
    expect(body).toMatchObject({ kind: 'api_key', id: keyId });
  },
);

proves('dead-key', async () => {
  const caller = await aCaller();
  const { id, secret } = await aNewKey(caller);
  expect(await statusOf(secret)).toBe(200);
  expect(await caller.api.delete(`${path}?id=${id}`)).toMatchObject({ status: 200, body: { success: true } });
  const soon = await aNewKey(caller, { expiresAt: new Date(Date.now() + 1_000).toISOString() });
  await eventually('the expiry', async () => ((await statusOf(soon.secret)) === 401 ? true : undefined));
  const dead = [secret, soon.secret, `pmk_${'0'.repeat(8)}.${'0'.repeat(48)}`, 'no key', `${caller.key}0`];
  const answers = await Promise.all(dead.map((key) => apiFor(key).get(whoAmI)));
  const authorization = `Bearer ${caller.key} more`;
  answers.push(await apiFor('').get(whoAmI, { headers: { 'x-api-key': '', authorization } }));
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 401, body: answers[0]?.body });
});

proves('key-created', async () => {
  const caller = await aCaller();
  const role = await aRole(caller, { features: [view] });
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const fields = { name: 'import', description: 'nightly' };
  const made = await aNewKey(caller, { ...fields, roles: [role.id], expiresAt });
  const { tenantId, organizationId } = caller;
  const rates = { requestsPerMinute: null, requestsPerHour: null };
  const limits = { ...rates, allowedAddresses: [], readOnly: false, workloads: [] };
  const shared = { id: made.id, name: 'import', keyPrefix: made.keyPrefix, organizationId, expiresAt };
  const roles = [{ id: role.id, name: role.name }];
  expect(made).toEqual({ ...shared, ...limits, secret: made.secret, tenantId, roles });
  const [row] = (await list(caller, `id=${made.id}`)).items;
  expect(row).toEqual({
    ...{ ...shared, ...limits, ...fields, roles, lastUsedAt: null },
    organizationName: expect.any(String),
    ownerId: null,
    createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
  });
});

proves('key-roles', async () => {
  const caller = await aCaller();
  const role = await aRole(caller, { features: [view] });
  const { id, secret, roles } = await aNewKey(caller, {
    roles: [role.name.toUpperCase(), role.id.toUpperCase()],
  });
  expect(roles).toEqual([role]);
  expect([await statusOf(secret, rules), await statusOf(secret, path)]).toEqual([200, 403]);
  expect(await statusOf((await aNewKey(caller)).secret, rules)).toBe(403);
  await update(caller.api, { id, roles: [] });
  expect(await statusOf(secret, rules)).toBe(403);
});

proves('key-role-unknown', async () => {
  const caller = await aCaller();
  const foreign = await aRole(await aTenant());
  for (const role of [randomUUID(), 'no such role', foreign.id, foreign.name])
    for (const answer of [
      await caller.api.post(path, { body: { name: 'x', roles: [role] } }),
      await update(caller.api, { id: caller.keyId, roles: [role] }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'roles' }] } });
});

proves('key-expiry', async () => {
  const caller = await aCaller();
  const { id, secret } = await aNewKey(caller, { expiresAt: '' });
  for (const expiresAt of ['soon', '2026-02-30T00:00:00Z', '2020-01-01T00:00:00Z'])
    for (const answer of [
      await caller.api.post(path, { body: { name: 'x', expiresAt } }),
      await update(caller.api, { id, expiresAt }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'expiresAt' }] } });
  await update(caller.api, { id, expiresAt: new Date(Date.now() + 700).toISOString() });
  await eventually('the expiry', async () => ((await statusOf(secret)) === 401 ? true : undefined));
  for (const none of [null, ''])
    expect((await update(caller.api, { id, expiresAt: none })).body.expiresAt).toBeNull();
  expect(await statusOf(secret)).toBe(200);
});

proves('key-organization', async () => {
  const caller = await aCaller();
  const { organizationId } = await aSibling(caller);
  const refused = await caller.api.post(path, { body: { name: 'x', organizationId } });
  expect(refused).toMatchObject(scopeForbidden);
  expect((await aNewKey(caller, { organizationId: null })).organizationId).toBe(caller.organizationId);
  const { api } = await aKey({ ...caller, organizations: null });
  const { secret } = await aNewKey({ api }, { organizationId });
  expect((await apiFor(secret).get(whoAmI)).body.selectedId).toBe(organizationId);
});

proves('key-of-tenant', async () => {
  const { tenantId } = await aTenant();
  const { api } = await aSuperAdmin();
  const wide = await aNewKey({ api }, { tenantId });
  expect(wide).toMatchObject({ tenantId, organizationId: null });
  const reach = { canViewAllOrganizations: true, selectedId: null };
  expect((await apiFor(wide.secret).get(whoAmI)).body).toMatchObject(reach);
});

proves('key-foreign-tenant', async () => {
  const caller = await aCaller();
  const { tenantId, organizationId } = await aTenant();
  const body = { name: 'x', tenantId, organizationId };
  expect(await caller.api.post(path, { body })).toMatchObject(scopeForbidden);
  expect(await aNewKey(await aSuperAdmin(), body)).toMatchObject({ tenantId, organizationId });
});

proves('key-partial-update', async () => {
  const caller = await aCaller();
  const { id } = await aNewKey(caller, { description: 'nightly' });
  const renamed = await update(caller.api, { id, name: 'export' });
  expect(renamed.body).toMatchObject({ id, name: 'export', description: 'nightly' });
  const here = ['127.0.0.0/8', '::1'];
  const limits = { requestsPerMinute: 7, requestsPerHour: 70, description: null };
  const limited = await update(caller.api, { id, ...limits, allowedAddresses: [...here, ...here] });
  expect(limited.body).toEqual({ ...renamed.body, ...limits, allowedAddresses: here });
});

proves('key-limits', async () => {
  const caller = await aCaller();
  const { id, secret } = await aNewKey(caller);
  const limitAndRest = async () => {
    const { headers } = await apiFor(secret).get(whoAmI);
    return [headers.get('x-ratelimit-limit'), Number(headers.get('x-ratelimit-remaining'))];
  };
  await limitAndRest();
  await update(caller.api, { id, requestsPerHour: 9 });
  expect(await limitAndRest()).toEqual(['9', 7]);
  await update(caller.api, { id, requestsPerHour: null });
  expect((await limitAndRest())[0]).not.toBe('9');
});

proves(
  'key-limits-capped',
  [{ requestsPerMinute: 999_999 }, { requestsPerHour: 9_999_999 }],
  async (limits) => {
    const caller = await aCaller();
    const { id } = await aNewKey(caller);
    const details = Object.keys(limits).map((field) => ({ field }));
    for (const refused of [
      await update(caller.api, { id, ...limits }),
      await caller.api.post(path, { body: { name: 'x', ...limits } }),
    ])
      expect(refused).toMatchObject({ status: 400, body: { details } });
    const { api } = await aKey({ ...caller, isSuperAdmin: true });
    expect(await update(api, { id, ...limits })).toMatchObject({ status: 200, body: limits });
    expect((await update(caller.api, { id, ...limits, name: 'y' })).status).toBe(200);
  },
);

proves('key-addresses', async () => {
  const caller = await aCaller();
  const { id, secret } = await aNewKey(caller, { allowedAddresses: ['0.0.0.0/0', '::/0'] });
  const { body } = await rotate(caller.api, id, { gracePeriodSeconds: 600 });
  const { token } = await aKeySession({ key: secret });
  const statuses = () => Promise.all([secret, body.secret, token].map((one) => statusOf(one)));
  expect(await statuses()).toEqual([200, 200, 200]);
  await update(caller.api, { id, allowedAddresses: ['203.0.113.0/24'] });
  expect([...(await statuses()), (await exchangeKey(secret)).status]).toEqual([403, 403, 403, 403]);
  expect((await apiFor(secret).get(whoAmI)).body.code).toBe('address_forbidden');
  await update(caller.api, { id, allowedAddresses: [] });
  expect(await statuses()).toEqual([200, 200, 200]);
});

proves(
  'key-addresses-format',
  [
    ['allowedAddresses[0]', ['example.com']],
    ['allowedAddresses[1]', ['::1', '10.0.0.0/33']],
  ],
  async ([field, allowedAddresses]) => {
    const { api, keyId: id } = await aCaller();
    const refused = { status: 400, body: { details: [{ field }] } };
    expect(await update(api, { id, allowedAddresses })).toMatchObject(refused);
  },
);

proves('key-read-only', async () => {
  const caller = await aCaller();
  const { id, secret } = await aNewKey(caller, { readOnly: true });
  expect((await list(caller)).items).toContainEqual(expect.objectContaining({ id, readOnly: true }));
  const { body } = await apiFor('').post<{ token: string }>('/api/auth/session/from-key', {
    body: { key: secret },
  });
  const changes = () =>
    Promise.all([secret, body.token].map((one) => apiFor(one).post(path, { body: { name: 'more' } })));
  for (const refused of await changes())
    expect(refused).toMatchObject({ status: 403, body: { code: 'read_only' } });
  expect(await update(caller.api, { id, readOnly: false })).toMatchObject({ body: { readOnly: false } });
  for (const { body: answer } of await changes()) expect(answer).not.toMatchObject({ code: 'read_only' });
});

proves('key-deleted-once', async () => {
  const caller = await aCaller();
  const { id } = await aNewKey(caller);
  const remove = () => caller.api.delete(`${path}?id=${id}`);
  const answers = await Promise.all(Array.from({ length: 4 }, remove));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
  expect(await remove()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(idsOf(await list(caller))).toEqual([caller.keyId]);
});

proves('key-deletes-itself', async () => {
  const { api, keyId, key } = await aCaller();
  expect((await api.delete(`${path}?id=${keyId}`)).status).toBe(200);
  expect(await statusOf(key)).toBe(401);
});

proves('rotate', async () => {
  const caller = await aCaller();
  const role = await aRole(caller, { features: [view] });
  const made = await aNewKey(caller, { roles: [role.id] });
  const { body } = await rotate(caller.api, made.id);
  expect(body).toEqual({ ...made, secret: body.secret, keyPrefix: body.keyPrefix });
  expect([await statusOf(made.secret), await statusOf(body.secret, rules)]).toEqual([401, 200]);
  expect((await list(caller, `id=${made.id}`)).items[0]?.keyPrefix).toBe(body.keyPrefix);
});

proves('rotate-grace', async () => {
  const caller = await aCaller();
  const { id, secret } = await aNewKey(caller);
  const { body } = await rotate(caller.api, id, { gracePeriodSeconds: 2 });
  expect([await statusOf(secret), await statusOf(body.secret)]).toEqual([200, 200]);
  await eventually('its end', async () => ((await statusOf(secret)) === 401 ? true : undefined));
  expect(await statusOf(body.secret)).toBe(200);
});

proves('rotate-again', async () => {
  const caller = await aCaller();
  const first = await aNewKey(caller);
  const grace = { gracePeriodSeconds: 600 };
  const second = (await rotate(caller.api, first.id, grace)).body.secret;
  const third = (await rotate(caller.api, first.id, grace)).body.secret;
  const secrets = [first.secret, second, third];
  expect(await Promise.all(secrets.map((one) => statusOf(one)))).toEqual([401, 200, 200]);
  await caller.api.delete(`${path}?id=${first.id}`);
  expect(await Promise.all(secrets.map((one) => statusOf(one)))).toEqual([401, 401, 401]);
});

proves('rotate-keeps', async () => {
  const caller = await aCaller({ perMinute: 1_000, perHour: 1_000 });
  for (let count = 0; count < 4; count++) await caller.api.get(whoAmI);
  const { body } = await rotate(caller.api, caller.keyId);
  const { headers } = await apiFor(body.secret).get(whoAmI);
  expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(996);
  expect((await list({ api: apiFor(body.secret) })).items[0]?.lastUsedAt).not.toBeNull();
});

proves('key-last-used', async () => {
  const caller = await aCaller();
  const { id, secret } = await aNewKey(caller);
  const before = Date.now();
  await statusOf(secret);
  const [row] = (await list(caller, `id=${id}`)).items;
  // Clocks of this machine and the stage may differ by seconds.
  expect(Date.parse(String(row?.lastUsedAt))).toBeGreaterThanOrEqual(before - 5_000);
});

proves('key-list', async () => {
  const caller = await aCaller();
  const name = unique('Import 100% ');
  const made = await aNewKey(caller, { name });
  const later = await aNewKey(caller, { name: 'a last' });
  expect(idsOf(await list(caller))).toEqual([later.id, made.id, caller.keyId]);
  for (const search of [name.toUpperCase(), '100%', String(made.keyPrefix).slice(4).toUpperCase()])
    expect(idsOf(await list(caller, `search=${encodeURIComponent(search)}`))).toEqual([made.id]);
  expect(await list(caller, `search=${encodeURIComponent('%x')}`)).toMatchObject({ total: 0, totalPages: 0 });
  expect(idsOf(await list(caller, 'sortField=name&sortDir=asc&pageSize=1'))).toEqual([later.id]);
});

proves('key-list-scope', async () => {
  const owner = await aTenant();
  const sibling = await aSibling(owner);
  const admin = await aKey({ ...owner, organizations: null });
  expect(idsOf(await list(admin, ''))).toEqual([admin.keyId, sibling.keyId, owner.keyId]);
  expect(idsOf(await list(owner))).toEqual([owner.keyId]);
  expect(idsOf(await list(admin, `organizationId=${sibling.organizationId}`))).toEqual([sibling.keyId]);
});

proves('key-isolation', async () => {
  const owner = await aCaller();
  const { keyId, tenantId, organizationId } = owner;
  const strangers = [await aTenant(), await aSibling(owner)];
  const reachesWith = (query = '') => [
    ({ api }: Pick<TestCaller, 'api'>, id: string) => api.delete(`${path}?id=${id}&${query}`),
    ({ api }: Pick<TestCaller, 'api'>, id: string) => api.post(`${path}/${id}/rotate?${query}`),
    ({ api }: Pick<TestCaller, 'api'>, id: string) =>
      api.put(`${path}?${query}`, { body: { id, name: 'x' } }),
  ];
  await expectHidden(strangers, reachesWith(), keyId);
  for (const { api } of strangers) {
    for (const query of ['', 'sortField=name', `id=${keyId}`])
      expect(idsOf(await list({ api }, query))).not.toContain(keyId);
    const scope = `tenantId=${tenantId}&organizationId=${organizationId}`;
    for (const reach of [
      ({ api: by }: Pick<TestCaller, 'api'>) => by.get(`${path}?${scope}`),
      ...reachesWith(scope),
    ])
      expect(await reach({ api }, keyId)).toMatchObject(scopeForbidden);
  }
  expect(await statusOf(owner.key)).toBe(200);
});

proves('key-owner', ['deactivated', 'deleted'], async (ending) => {
  const caller = await aCaller();
  const role = await aRole(caller, { features: ['api_keys.*'] });
  const person = await aUser(caller, { roles: [role.id] });
  const { id, secret } = await aNewKey(await aSession(person));
  expect((await list(caller, `ownerId=${person.id}`)).items).toMatchObject([{ id, ownerId: person.id }]);
  const ended =
    ending === 'deleted'
      ? await caller.api.delete(`/api/auth/users?id=${person.id}`)
      : await caller.api.put('/api/auth/users', { body: { id: person.id, isActive: false } });
  expect([ended.status, await statusOf(secret)]).toEqual([200, 401]);
  const renamed = await update(caller.api, { id, name: aName('left') });
  expect([renamed.status, await statusOf(secret)]).toEqual([200, 401]);
  const { body } = await rotate(caller.api, id, { gracePeriodSeconds: 60 });
  expect([await statusOf(secret), await statusOf(body.secret)]).toEqual([401, 200]);
});

proves('key-audit', async () => {
  const caller = await aCaller();
  const { id } = await aNewKey(caller);
  const name = aName('key');
  await update(caller.api, { id, name, requestsPerMinute: 5 });
  const trail = `/api/audit_logs/actions?resource=api_keys.key&resourceId=${id}&action=updated`;
  const { body } = await caller.api.get<{ items: { changes: unknown }[] }>(trail);
  expect(body.items.map(({ changes }) => changes)).toEqual([
    { name: { before: 'made', after: name }, perMinute: { before: null, after: 5 } },
  ]);
});
