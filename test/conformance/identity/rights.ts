/** Conformance cases of rights: what callers may grant, and whom they may change. */
import { expect } from 'vitest';
import type { TestCaller } from '../../support/builders/tenants.ts';
import type { Api, TestResponse } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aMember, aNewKey, anEmail, aRole, password } from '../support/people.ts';
import { aCaller, aKey, aSibling, aSuperAdmin, unique } from '../support/stage.ts';

const { proves } = casesOf('identity');

const users = '/api/auth/users';
const roles = '/api/auth/roles';
const keys = '/api/api_keys/keys';
const userAcl = '/api/auth/users/acl';
const roleAcl = '/api/auth/roles/acl';

/** May manage users, roles and keys, and view webhooks. */
const features = ['auth.*', 'api_keys.*', 'webhooks.view'];
type Id = { id: string };
type Acl = NonNullable<Parameters<typeof aRole>[1]>;

/**
 * A super administrator in an organization, a caller with few rights in it, and one of another organization. Cases share
 * them: each changes only what it made.
 */
const scene = once(async () => {
  const owner = await aSuperAdmin();
  const [admin, limited] = [await aKey({ ...owner, features: ['*'] }), await aKey({ ...owner, features })];
  return { owner, admin, limited, sibling: await aSibling(owner) };
});

/** Rights of which the limited caller lacks one. */
const excess: [string, (sibling: TestCaller) => Acl][] = [
  ['a feature', () => ({ features: ['stock.view'] })],
  ['a module', () => ({ features: ['webhooks.*'] })],
  ['every view', () => ({ features: ['*.view'] })],
  ['everything', () => ({ features: ['*'] })],
  ['super administrator', () => ({ isSuperAdmin: true })],
  ['another organization', ({ organizationId }) => ({ organizations: [organizationId] })],
  ['all organizations', () => ({ organizations: null })],
];

const grantsToKeys = ({ api }: TestCaller, id: string, role: string) => [
  api.post(keys, { body: { name: 'x', roles: [role] } }),
  api.put(keys, { body: { id, roles: [role] } }),
];
const grantsToUsers = ({ api }: TestCaller, id: string, role: string) => [
  api.post(users, { body: { email: anEmail(), password, roles: [role] } }),
  api.put(users, { body: { id, roles: [role] } }),
];

/** A role with rights of the limited caller, and a key and a user of its organization. */
const granted = once(async () => {
  const { owner, limited } = await scene();
  const covered = await aRole(owner, { features: ['webhooks.view'], organizations: [] });
  return { covered, own: await aNewKey(limited), user: await aMember(limited) };
});

/** The statuses when the limited caller grants the covered role. */
const allowed = once(async () => {
  const { limited } = await scene();
  const { covered, own, user } = await granted();
  const grants = [
    ...grantsToKeys(limited, own.id, covered.id),
    ...grantsToUsers(limited, user.id, covered.id),
  ];
  return (await Promise.all(grants)).map(({ status }) => status);
});

proves('grant-own-rights', excess, async ([what, aclOf]) => {
  const { owner, limited, sibling } = await scene();
  const { covered, own, user } = await granted();
  const acl = aclOf(sibling);
  const wide = await aRole(owner, { organizations: [], ...acl });
  const refused = [
    // A key of an organization acts in its own, and in those that its roles name.
    ...(what === 'all organizations' ? [] : grantsToKeys(limited, own.id, wide.id)),
    ...grantsToUsers(limited, user.id, wide.id),
    limited.api.put(roleAcl, { body: { roleId: covered.id, ...acl } }),
    limited.api.put(userAcl, { body: { userId: user.id, features: ['webhooks.view'], ...acl } }),
  ];
  for (const { status, body } of await Promise.all(refused))
    expect({ status, body }).toMatchObject({
      status: 403,
      body: { code: 'rights_exceeded', required: expect.any(Array), requiredFeatures: body.required },
    });
  for (const status of await allowed()) expect(status).toBeLessThan(300);
});

proves('grant-names-missing', async () => {
  const { owner, limited } = await scene();
  const role = await aRole(owner, { organizations: [] });
  const wanted = ['webhooks.view', 'scheduler.*', 'auth.acl.manage'];
  const { status, body } = await limited.api.put(roleAcl, { body: { roleId: role.id, features: wanted } });
  expect({ status, body }).toMatchObject({ status: 403, body: { required: ['scheduler.*'] } });
  expect(body.error).toContain('scheduler.*');
  expect((await owner.api.get(`${roleAcl}?roleId=${role.id}`)).body.features).toEqual([]);
});

proves('grant-super', [{ features: ['*'] }, { isSuperAdmin: true }], async (acl) => {
  const { owner: superAdmin, admin } = await scene();
  const [role, user] = [await aRole(admin), await aMember(admin)];
  const grant = ({ api }: { api: Api }) => [
    () => api.put(roleAcl, { body: { roleId: role.id, ...acl } }),
    () => api.put(userAcl, { body: { userId: user.id, ...acl } }),
  ];
  for (const send of grant(admin)) expect((await send()).status).toBe(403);
  for (const send of grant(superAdmin)) expect((await send()).status).toBe(200);
});

proves('grant-sanitized', async () => {
  const { owner: superAdmin, admin } = await scene();
  const role = await aRole(admin);
  const user = await aMember(admin);
  const sent = ['directory.*', 'directory.tenants.view', 'directory.organizations.view', 'a.view'];
  const kept = ['a.view', 'directory.organizations.view'];
  for (const [path, id] of [
    [roleAcl, { roleId: role.id }],
    [userAcl, { userId: user.id }],
  ] as const) {
    const set = ({ api }: { api: Api }) => api.put(path, { body: { ...id, features: sent } });
    const [[name, value]] = Object.entries(id) as [[string, string]];
    expect((await set(admin)).body).toEqual({ ok: true, sanitized: true });
    expect((await admin.api.get(`${path}?${name}=${value}`)).body.features).toEqual(kept);
    expect((await set(superAdmin)).body).toEqual({ ok: true, sanitized: false });
  }
});

proves('acl-removal-grants', async () => {
  const { owner, limited } = await scene();
  const role = await aRole(owner, { features: ['stock.view'], organizations: [] });
  const user = await aMember(owner, { roles: [role.id] });
  const set = ({ api }: { api: Api }, rights: string[]) =>
    api.put(userAcl, { body: { userId: user.id, features: rights, organizations: [] } });
  expect((await set(owner, ['webhooks.view'])).status).toBe(200);
  expect(await set(limited, [])).toMatchObject({ status: 403, body: { required: ['stock.view'] } });
  expect((await set(owner, [])).status).toBe(200);
});

/** Makes a thing that has the rights. */
const makers: Record<'key' | 'user' | 'role', (owner: TestCaller, acl: Acl) => Promise<Id>> = {
  key: async (owner, acl) => aNewKey(owner, { roles: [(await aRole(owner, acl)).id] }),
  user: async (owner, acl) => aMember(owner, { roles: [(await aRole(owner, acl)).id] }),
  role: aRole,
};
const changes: [keyof typeof makers, string, (api: Api, id: string) => Promise<TestResponse>][] = [
  ['key', 'update', (api, id) => api.put(keys, { body: { id, name: 'mine' } })],
  ['key', 'rotate', (api, id) => api.post(`${keys}/${id}/rotate`)],
  ['key', 'delete', (api, id) => api.delete(`${keys}?id=${id}`)],
  ['user', 'rename', (api, id) => api.put(users, { body: { id, name: 'mine' } })],
  ['user', 'address', (api, id) => api.put(users, { body: { id, email: anEmail() } })],
  ['user', 'password', (api, id) => api.put(users, { body: { id, password } })],
  ['user', 'deactivate', (api, id) => api.put(users, { body: { id, isActive: false } })],
  ['user', 'roles', (api, id) => api.put(users, { body: { id, roles: [] } })],
  ['user', 'acl', (api, id) => api.put(userAcl, { body: { userId: id, features: ['webhooks.view'] } })],
  ['user', 'factors', (api, id) => api.delete(`${users}/factors?userId=${id}`)],
  ['user', 'delete', (api, id) => api.delete(`${users}?id=${id}`)],
  ['role', 'rename', (api, id) => api.put(roles, { body: { id, name: unique('mine') } })],
  ['role', 'acl', (api, id) => api.put(roleAcl, { body: { roleId: id, features: [] } })],
  ['role', 'delete', (api, id) => api.delete(`${roles}?id=${id}`)],
];

/** A user with a right that no role gives. */
async function aSpecialUser(owner: TestCaller): Promise<Id> {
  const user = await aMember(owner);
  await owner.api.put(userAcl, { body: { userId: user.id, features: ['stock.view'], organizations: [] } });
  return user;
}

/** Things with more rights than the limited caller. */
async function thingsBeyond(kind: keyof typeof makers): Promise<Id[]> {
  const { owner, sibling } = await scene();
  const rights = [
    { features: ['stock.view'], organizations: [] },
    { isSuperAdmin: true },
    { organizations: [sibling.organizationId] },
  ];
  const things = rights.map((acl) => makers[kind](owner, acl));
  return Promise.all(kind === 'user' ? [...things, aSpecialUser(owner)] : things);
}
const beyond = {
  key: once(() => thingsBeyond('key')),
  user: once(() => thingsBeyond('user')),
  role: once(() => thingsBeyond('role')),
};

proves('change-own-rights', changes, async ([kind, , change]) => {
  const { owner, limited } = await scene();
  for (const { id } of await beyond[kind]()) {
    expect(await change(limited.api, id)).toMatchObject({
      status: 403,
      body: { required: expect.any(Array), requiredFeatures: expect.any(Array) },
    });
  }
  const { id } = await makers[kind](owner, { features: ['webhooks.view'], organizations: [] });
  expect((await change(limited.api, id)).status).toBeLessThan(300);
});

proves('change-super-admins', changes, async ([kind, , change]) => {
  const { owner: superAdmin, admin } = await scene();
  const { id } = await makers[kind](superAdmin, { isSuperAdmin: true });
  expect(await change(admin.api, id)).toMatchObject({
    status: 403,
    body: { required: expect.arrayContaining(['super_admin']) },
  });
  expect((await change(superAdmin.api, id)).status).toBeLessThan(300);
});

proves('no-feature', async () => {
  const { api } = await aCaller({ features: ['auth.*', 'webhooks.view'] });
  const body = { name: 'x' };
  expect(await api.post(keys, { body })).toMatchObject({
    status: 403,
    body: { code: 'missing_feature', required: ['api_keys.create'], requiredFeatures: ['api_keys.create'] },
  });
  expect((await api.post(roles, { body: { name: unique('role') } })).status).toBe(201);
});

proves('super-bypass', async () => {
  const { api } = await aSuperAdmin({ features: [] });
  for (const path of ['/api/webhooks', '/api/business_rules/rules', '/api/directory/tenants'])
    expect((await api.get(path)).status).toBe(200);
});
