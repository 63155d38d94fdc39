/** Conformance cases of tenants and organizations. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  organizationsPath as organizations,
  rowOf,
  shapeOf,
  switcherPath as switcher,
} from '../../support/builders/directory.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { aKeySession, aNewKey, anOrganization } from '../support/people.ts';
import { expectHidden } from '../support/rules.ts';
import { aCaller, aKey, aName, aSibling, aSuperAdmin, aTenant } from '../support/stage.ts';

const { proves } = casesOf('identity');

const tenants = '/api/directory/tenants';
const rules = '/api/business_rules/rules';

const scopeForbidden = { status: 403, body: { code: 'scope_forbidden' } };

type Row = Record<string, unknown>;
type Caller = Pick<TestCaller, 'api'>;
const put = ({ api }: Caller, body: object, path = organizations) => api.put(path, { body });
const itemsOf = async ({ api }: Caller, query: string): Promise<Row[]> => {
  const { status, body } = await api.get<{ items: Row[] }>(`${organizations}?${query}`);
  expect(status).toBe(200);
  return body.items;
};
const statuses = (apis: readonly Api[]) =>
  Promise.all(apis.map(async (api) => (await api.get(switcher)).status));

/** A caller of a whole tenant with the organization `main`, and the branches a > b > c and d. */
async function aTree() {
  const owner = await aTenant();
  const admin = await aKey({ ...owner, organizations: null });
  await put(admin, { id: owner.organizationId, name: 'main' });
  const a = await anOrganization(admin, { name: 'a' });
  const b = await anOrganization(admin, { name: 'b', parentId: a });
  const c = await anOrganization(admin, { name: 'c', parentId: b });
  const d = await anOrganization(admin, { name: 'd' });
  return { owner, admin, a, b, c, d };
}
const original = { a: null, b: 'a', c: 'b', d: null, main: null };

proves('organization-row', async () => {
  const { admin, a, b, c } = await aTree();
  expect(await rowOf(admin, b)).toEqual({
    ...{ id: b, name: 'b', slug: 'b', tenantId: admin.tenantId, tenantName: expect.any(String) },
    ...{ parentId: a, parentName: 'a', depth: 1, rootId: a, treePath: `${a}/${b}`, pathLabel: 'a / b' },
    ...{ ancestorIds: [a], childIds: [c], descendantIds: [c], childrenCount: 1, descendantsCount: 1 },
    ...{ isActive: true, createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
  });
});

proves('organization-views', async () => {
  const { admin, d } = await aTree();
  const inOrder = async (query: string) => (await itemsOf(admin, query)).map(({ name }) => name);
  expect(await inOrder('')).toEqual(['a', 'b', 'c', 'd', 'main']);
  expect(await itemsOf(admin, 'view=tree')).toMatchObject([
    { name: 'a', children: [{ name: 'b', children: [{ name: 'c', children: [] }] }] },
    { name: 'd', children: [] },
    { name: 'main' },
  ]);
  const page = await admin.api.get(`${organizations}?view=manage&page=2&pageSize=3`);
  expect(page.body).toMatchObject({ total: 5, totalPages: 2, items: [{ name: 'd' }, { name: 'main' }] });
  expect(await inOrder('view=manage&sortField=name&sortDir=desc')).toEqual(['main', 'd', 'c', 'b', 'a']);
  await put(admin, { id: d, slug: 'second', isActive: false });
  expect(await inOrder('view=manage&search=SECOND')).toEqual(['d']);
  expect(await inOrder(`view=manage&ids=${d.toUpperCase()}`)).toEqual(['d']);
  expect(await inOrder('view=manage&status=inactive')).toEqual(['d']);
  expect(await inOrder('')).not.toContain('d');
  expect(await inOrder('includeInactive=yes')).toContain('d');
});

proves('organization-slug', async () => {
  const { admin } = await aTree();
  const slugOf = async (body: Row) => (await rowOf(admin, await anOrganization(admin, body))).slug;
  expect(await slugOf({ name: 'Nord & Süd' })).toBe('nord-sud');
  expect(await slugOf({ name: 'nord sud' })).toBe('nord-sud-2');
  expect(await slugOf({ name: 'x', slug: 'My_Slug-1' })).toBe('my_slug-1');
  expect(await slugOf({ name: '😀'.repeat(200) })).toBe('organization');
  const answer = await admin.api.post(organizations, { body: { name: 'x', slug: 'no spaces' } });
  expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'slug' }] } });
  const many = await Promise.all(Array.from({ length: 4 }, () => slugOf({ name: 'same' })));
  expect(many.toSorted()).toEqual(['same', 'same-2', 'same-3', 'same-4']);
});

proves('organization-partial-update', async () => {
  const { admin, b } = await aTree();
  const before = await rowOf(admin, b);
  expect((await put(admin, { id: b, name: 'renamed' })).body).toEqual({ ok: true });
  const after = await rowOf(admin, b);
  expect(after).toEqual({ ...before, name: 'renamed', pathLabel: 'a / renamed', updatedAt: after.updatedAt });
});

proves('tree-move', async () => {
  const { admin, b, c, d } = await aTree();
  await put(admin, { id: b, parentId: d });
  expect(await shapeOf(admin)).toEqual({ ...original, b: 'd' });
  expect(await rowOf(admin, c)).toMatchObject({ ancestorIds: [d, b], rootId: d, depth: 2 });
  await put(admin, { id: b, parentId: null, childIds: [d] });
  expect(await shapeOf(admin)).toEqual({ ...original, b: null, c: null, d: 'b' });
});

proves('tree-between', async () => {
  const { admin, a, b } = await aTree();
  await anOrganization(admin, { name: 'between', parentId: a, childIds: [b] });
  expect(await shapeOf(admin)).toEqual({ ...original, between: 'a', b: 'between' });
});

proves('tree-cycle', async () => {
  const { admin, a, b, c } = await aTree();
  for (const [body, field] of [
    [{ id: a, parentId: c }, 'parentId'],
    [{ id: a, parentId: a }, 'parentId'],
    [{ id: b, parentId: randomUUID() }, 'parentId'],
    [{ id: c, childIds: [a] }, 'childIds'],
    [{ id: c, childIds: [c] }, 'childIds'],
  ] as const)
    expect(await put(admin, { ...body, name: 'changed' })).toMatchObject({
      ...{ status: 400, body: { details: [{ field }] } },
    });
  expect(await shapeOf(admin)).toEqual(original);
});

proves('tree-depth', async () => {
  const { admin, a } = await aTree();
  let parentId = a;
  for (let level = 2; level <= 32; level++) parentId = await anOrganization(admin, { name: 'x', parentId });
  const answer = await admin.api.post(organizations, { body: { name: 'too deep', parentId } });
  expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'parentId' }] } });
});

proves('tree-delete', async () => {
  const { admin, a, b } = await aTree();
  const remove = (id: string) => admin.api.delete(`${organizations}?id=${id}`);
  expect(await remove(b)).toMatchObject({ status: 200, body: { ok: true } });
  expect(await shapeOf(admin)).toEqual({ a: null, c: 'a', d: null, main: null });
  await remove(a);
  expect(await shapeOf(admin)).toEqual({ c: null, d: null, main: null });
  expect(await remove(a)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

proves('organization-own-branch', async () => {
  const owner = await aTenant();
  const { organizationId } = owner;
  await put(owner, { id: organizationId, name: 'main' });
  const child = await anOrganization(owner, { name: 'child' });
  const leaf = await anOrganization(owner, { name: 'leaf', parentId: child });
  expect(await shapeOf(owner)).toEqual({ main: null, child: 'main', leaf: 'child' });
  for (const body of [
    { id: child, parentId: null },
    { id: organizationId, childIds: [] },
  ])
    expect(await put(owner, body)).toMatchObject(scopeForbidden);
  expect((await put(owner, { id: leaf, parentId: organizationId })).status).toBe(200);
});

proves('organization-isolation', async () => {
  const owner = await aTenant();
  const { organizationId: id, tenantId } = owner;
  const other = await aTenant();
  const strangers = [other, await aKey({ ...other, organizations: null }), await aSibling(owner)];
  const changes = [{ name: 'x' }, { parentId: null }, { isActive: false }];
  const reaches = changes.map((change) => (caller: Caller, of: string) => put(caller, { id: of, ...change }));
  const remove = ({ api }: Caller, of: string) => api.delete(`${organizations}?id=${of}`);
  await expectHidden(strangers, [...reaches, remove], id);
  for (const stranger of strangers) {
    for (const query of ['', `ids=${id}`, 'view=manage', 'view=tree'])
      expect(JSON.stringify(await itemsOf(stranger, query))).not.toContain(id);
    for (const body of [{ parentId: id }, { childIds: [id] }])
      expect((await stranger.api.post(organizations, { body: { name: 'x', ...body } })).status).toBe(400);
  }
  expect(await other.api.get(`${organizations}?tenantId=${tenantId}`)).toMatchObject(scopeForbidden);
});

/** Callers of an organization: a key, a secret in its grace period, a session. */
async function residentsOf(caller: TestCaller): Promise<Api[]> {
  const { id, secret } = await aNewKey(caller);
  await caller.api.post(`/api/api_keys/keys/${id}/rotate`, { body: { gracePeriodSeconds: 600 } });
  return [caller.api, apiFor(secret), (await aKeySession(caller)).api];
}

proves('organization-closed', async () => {
  const owner = await aTenant();
  const admin = await aKey({ ...owner, organizations: null });
  const sibling = await aSibling(owner);
  const residents = await residentsOf(owner);
  const { organizationId } = owner;
  const selected = () => admin.api.get(`${rules}?organizationId=${organizationId}`);
  const set = (isActive: boolean) => put(admin, { id: organizationId, isActive });
  expect((await set(false)).status).toBe(200);
  expect(await statuses([...residents, admin.api, sibling.api])).toEqual([401, 401, 401, 200, 200]);
  expect(await selected()).toMatchObject(scopeForbidden);
  const body = { name: 'x', organizationId };
  expect((await admin.api.post('/api/api_keys/keys', { body })).status).toBe(403);
  expect((await admin.api.post(`/api/api_keys/keys/${owner.keyId}/rotate`)).status).toBe(404);
  await set(true);
  expect(await statuses(residents)).toEqual([200, 200, 200]);
  expect((await selected()).status).toBe(200);
  await admin.api.delete(`${organizations}?id=${organizationId}`);
  expect(await statuses(residents)).toEqual([401, 401, 401]);
  expect((await set(true)).status).toBe(404);
});

proves('tenant-closed', async () => {
  const { api } = await aSuperAdmin();
  const owner = await aTenant();
  const { tenantId, organizationId } = owner;
  const closed = await aSibling(owner);
  await api.put(`${organizations}?tenantId=${tenantId}`, {
    body: { id: closed.organizationId, isActive: false },
  });
  const residents = await residentsOf(owner);
  const selected = async () =>
    (await api.get(`${rules}?tenantId=${tenantId}&organizationId=${organizationId}`)).status;
  const set = (isActive: boolean) => put({ api }, { id: tenantId, isActive }, tenants);
  expect((await set(false)).status).toBe(200);
  expect([await statuses(residents), await selected()]).toEqual([[401, 401, 401], 403]);
  await set(true);
  expect([await statuses([...residents, closed.api]), await selected()]).toEqual([[200, 200, 200, 401], 200]);
  await api.delete(`${tenants}?id=${tenantId}`);
  expect([await statuses(residents), await selected()]).toEqual([[401, 401, 401], 403]);
});

proves('own-home', async () => {
  const { api, tenantId, organizationId } = await aTenant({ isSuperAdmin: true });
  for (const [path, id] of [
    [organizations, organizationId],
    [tenants, tenantId],
  ] as const)
    for (const answer of [
      await put({ api }, { id, isActive: false }, path),
      await api.delete(`${path}?id=${id}`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'own_home' } });
  expect(await statuses([api])).toEqual([200]);
});

proves('tenant-lifecycle', async () => {
  const { api } = await aSuperAdmin();
  const name = aName('tenant');
  const { body } = await api.post<{ id: string }>(tenants, { body: { name } });
  const list = async (query: string) => (await api.get<{ items: Row[] }>(`${tenants}?${query}`)).body;
  const times = { createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) };
  const search = `search=${encodeURIComponent(name.toUpperCase())}`;
  expect((await list(search)).items).toEqual([{ id: body.id, name, isActive: true, ...times }]);
  await put({ api }, { id: body.id, isActive: false }, tenants);
  expect((await list(`${search}&isActive=on`)).items).toEqual([]);
  expect((await list(`${search}&isActive=false`)).items).toMatchObject([{ name }]);
  expect((await api.delete(`${tenants}?id=${body.id}`)).body).toEqual({ ok: true });
  expect(await list(`id=${body.id}`)).toMatchObject({ items: [], total: 0, totalPages: 0 });
  const gone = { status: 404, body: { error: 'Tenant not found.', code: 'not_found' } };
  expect(await put({ api }, { id: body.id, isActive: true }, tenants)).toMatchObject(gone);
  expect(await api.delete(`${tenants}?id=${body.id}`)).toMatchObject(gone);
});

proves('switcher', async () => {
  const { owner, admin, a, b, c } = await aTree();
  const { tenantId, organizationId } = owner;
  const own = await owner.api.get(switcher);
  expect(own.body).toEqual({
    items: [{ id: organizationId, name: 'main', depth: 0, selectable: true, children: [] }],
    ...{ selectedId: organizationId, canManage: true, canViewAllOrganizations: false },
    ...{ tenantId, tenants: [], isSuperAdmin: false },
  });
  const leaf = { id: c, name: 'c', depth: 2, selectable: true, children: [] };
  const middle = { id: b, name: 'b', depth: 1, selectable: false, children: [leaf] };
  const { api } = await aKey({ tenantId, organizationId: c, features: [] });
  expect((await api.get(switcher)).body).toMatchObject({
    items: [{ id: a, name: 'a', depth: 0, selectable: false, children: [middle] }],
    canManage: false,
  });
  const all = await admin.api.get<{ items: Row[] }>(switcher);
  expect(all.body.items.map(({ name }) => name)).toEqual(['a', 'd', 'main']);
  expect(all.body).toMatchObject({ canViewAllOrganizations: true, selectedId: null });
});

proves('switcher-super', async () => {
  const owner = await aTenant();
  const { api } = await aSuperAdmin();
  const path = `${switcher}?tenantId=${owner.tenantId}`;
  const { body } = await api.get<{ tenants: Row[] }>(path);
  const tree = { items: [{ id: owner.organizationId }], tenantId: owner.tenantId, isSuperAdmin: true };
  expect(body).toMatchObject(tree);
  expect(body.tenants.map(({ id }) => id)).toContain(owner.tenantId);
  expect((await (await aCaller()).api.get(path)).body.code).toBe('scope_forbidden');
});
