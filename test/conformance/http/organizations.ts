import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { aSession, aUser } from '../support/people.ts';
import { aCaller, aKey, aSibling, aSuperAdmin, aTenant, created, unique } from '../support/stage.ts';

const { proves } = casesOf('http');

const rules = '/api/business_rules/rules';
const all = { cookie: 'svc_selected_org=__all__' };

/** Three organizations of a tenant, with a rule each. */
async function threeOrganizations() {
  const north = await aTenant();
  const [south, east] = [await aSibling(north), await aSibling(north)];
  const ids = new Map<string, string>();
  for (const { api, organizationId } of [north, south, east]) {
    const { body } = await api.post<{ id: string }>(rules, { body: aRule({ ruleId: unique('R') }) });
    ids.set(organizationId, body.id);
  }
  const rulesOf = (...owners: TestCaller[]) =>
    owners.map(({ organizationId }) => ids.get(organizationId)).toSorted();
  return { north, south, east, rulesOf };
}

/** Ids of the listed rules. */
async function found({ api }: { api: Api }, query = '', headers: Record<string, string> = {}) {
  const { body } = await api.get<{ data: { id: string }[] }>(`${rules}?${query}`, { headers });
  return body.data.map(({ id }) => id).toSorted();
}

/** A user of the organization who may select the given ones. */
async function someone(home: TestCaller, organizations: readonly string[] | null): Promise<{ api: Api }> {
  const user = await aUser(home);
  const admin = await aKey({ ...home, isSuperAdmin: true });
  const acl = { userId: user.id, features: ['*'], isSuperAdmin: false, organizations };
  await created(admin.api.put('/api/auth/users/acl', { body: acl }));
  return aSession(user);
}

proves('scope-required', async () => {
  const home = await aTenant({ organizations: null });
  const post = await home.api.post(rules, { body: aRule() });
  expect(post).toMatchObject({ status: 400, body: { code: 'scope_required' } });
});

proves('scope-forbidden', async () => {
  const caller = await aCaller();
  const sibling = await aSibling(caller);
  const { tenantId } = await aTenant();
  for (const scope of [
    { tenantId },
    { organizationId: sibling.organizationId },
    { organizationId: randomUUID() },
  ]) {
    const [[name, value] = ['', '']] = Object.entries(scope);
    for (const answer of [
      await caller.api.get(`${rules}?${name}=${value}`),
      await caller.api.post(rules, { body: { ...aRule(), ...scope } }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
  }
  expect((await caller.api.get(`${rules}?tenantId=none`)).status).toBe(400);
});

proves('scope-all', async () => {
  const { north, south, east, rulesOf } = await threeOrganizations();
  const both = await someone(north, [north.organizationId, south.organizationId]);
  const everywhere = await someone(north, null);
  const key = await aKey({ ...north, organizations: null });
  expect(await found(both)).toEqual(rulesOf(north));
  expect(await found(both, '', all)).toEqual(rulesOf(north, south));
  for (const caller of [everywhere, key]) {
    expect(await found(caller, '', all)).toEqual(rulesOf(north, south, east));
    expect(await found(caller, 'organizationId=__all__')).toEqual(rulesOf(north, south, east));
    expect(await found(caller, `organizationId=${south.organizationId}`, all)).toEqual(rulesOf(south));
  }
  expect(await found(key, '', { cookie: `svc_selected_org=${north.organizationId}` })).toEqual(
    rulesOf(north),
  );
  const mixed = `organizationId=__all__&organizationId=${north.organizationId}`;
  expect((await key.api.get(`${rules}?${mixed}`)).status).toBe(403);
});

proves('scope-all-rows', async () => {
  const { north, south, east, rulesOf } = await threeOrganizations();
  const { api } = await someone(north, [south.organizationId]);
  const statuses: number[] = [];
  for (const owner of [north, south, east])
    statuses.push((await api.get(`${rules}/${rulesOf(owner)[0]}`, { headers: all })).status);
  expect(statuses).toEqual([200, 200, 404]);
});

proves('scope-all-writes', async () => {
  const { north, south } = await threeOrganizations();
  const { api } = await someone(north, null);
  const create = async (body: object) =>
    (await api.post(rules, { headers: all, body: aRule({ ruleId: unique('R'), ...body }) })).body
      .organizationId;
  expect(await create({})).toBe(north.organizationId);
  expect(await create({ organizationId: south.organizationId })).toBe(south.organizationId);
  const homeless = await aKey({ ...north, organizations: null });
  const refused = await homeless.api.post(rules, { headers: all, body: aRule({ ruleId: unique('R') }) });
  expect(refused).toMatchObject({ status: 400, body: { code: 'scope_required' } });
});

proves('scope-all-super', async () => {
  const { north, south, east, rulesOf } = await threeOrganizations();
  const own = await aKey({ ...north, isSuperAdmin: true, features: [] });
  const foreign = await aTenant({ isSuperAdmin: true });
  expect(await found(own, '', all)).toEqual(rulesOf(north, south, east));
  expect(await found(foreign, `tenantId=${north.tenantId}`, all)).toEqual(rulesOf(north, south, east));
  expect(await found(foreign, '', all)).toEqual([]);
});

proves('super-scope', async () => {
  const { tenantId, organizationId } = await aTenant();
  const { api, organizationId: own } = await aSuperAdmin();
  const ofBrowser = {
    headers: { cookie: `svc_selected_org=${own}` },
    body: { name: unique('role'), tenantId },
  };
  expect((await api.post('/api/auth/roles', ofBrowser)).status).toBe(201);
  const scope = `tenantId=${tenantId}&organizationId=${organizationId}`;
  const made = await api.post(`${rules}?${scope}`, { body: aRule() });
  expect(made).toMatchObject({ status: 201, body: { tenantId, organizationId } });
  const none = await api.get(`${rules}?tenantId=${randomUUID()}&organizationId=${organizationId}`);
  expect(none.status).toBe(403);
});
