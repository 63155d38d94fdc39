import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RoleRow } from '../../../shared/modules/identity/roles/contract.ts';
import {
  aMember,
  aRole,
  loggedIn,
  probe,
  probeFeature,
  roleNow,
  rolesPath,
  rowOf,
} from '../../support/builders/roles.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';

interface RoleList {
  items: RoleRow[];
  total: number;
  totalPages: number;
}

async function list({ api }: TestCaller, query = ''): Promise<RoleList> {
  const answer = await api.get<RoleList>(`${rolesPath}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('POST /api/auth/roles', () => {
  it('creates a role without features for the organizations of its creator', async () => {
    const caller = await aTenant();
    const { status, body, headers } = await caller.api.post(rolesPath, { body: { name: ' support ' } });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    const id = String(body.id);
    const row = await rowOf<RoleRow>(caller, rolesPath, id);
    expect(row).toEqual({
      id,
      name: 'support',
      usersCount: 0,
      keysCount: 0,
      tenantId: caller.tenantId,
      tenantIds: [caller.tenantId],
      tenantName: 'test tenant',
      isChanging: false,
      createdAt: row.createdAt,
      updatedAt: row.createdAt,
      revision: 1,
    });
    const { acl } = await roleNow({ ...(await aRole(caller)), id });
    expect(acl).toEqual({ features: [], isSuperAdmin: false, organizations: [caller.organizationId] });
  });

  it.each(['admin', 'superadmin', 'SuperAdmin', ' Admin ', 'x', ' x ', '', 'n'.repeat(101), 7, undefined])(
    'refuses the name %j',
    async (name) => {
      const caller = await aTenant();
      const { status, body } = await caller.api.post(rolesPath, { body: { name } });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' });
      expect((await list(caller)).total).toBe(0);
    },
  );

  it('returns 409 for an existing name in any case, also for parallel requests', async () => {
    const caller = await aTenant();
    const post = (name: string) => caller.api.post(rolesPath, { body: { name } });
    const answers = await Promise.all(['Support', 'support', 'SUPPORT'].map(post));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await post('sUPPORT')).body.code).toBe('role_name_taken');
    expect((await list(caller)).total).toBe(1);
  });

  it('demands auth.roles.manage', async () => {
    const viewer = await aTenant({ features: ['auth.roles.view', 'auth.acl.manage'] });
    const { status, body } = await viewer.api.post(rolesPath, { body: { name: 'support' } });
    expect(status).toBe(403);
    expect(body.required).toEqual(['auth.roles.manage']);
  });
});

describe('GET /api/auth/roles', () => {
  it('lists by name, pages, searches and sorts', async () => {
    const caller = await aTenant();
    for (const name of ['Delta', 'alpha', 'Charlie', 'bravo']) await aRole(caller, {}, name);
    const names = async (query: string) => (await list(caller, query)).items.map(({ name }) => name);
    expect(await names('')).toEqual(['alpha', 'bravo', 'Charlie', 'Delta']);
    expect(await names('sortField=name&sortDir=desc')).toEqual(['Delta', 'Charlie', 'bravo', 'alpha']);
    expect(await names('search=HARL')).toEqual(['Charlie']);
    expect(await list(caller, 'page=2&pageSize=3')).toMatchObject({ total: 4, totalPages: 2 });
    expect(await names('page=2&pageSize=3')).toEqual(['Delta']);
    expect(await list(caller, `id=${randomUUID()}`)).toMatchObject({ items: [], total: 0, totalPages: 0 });
  });

  it('counts users and keys that hold a role', async () => {
    const caller = await aTenant();
    const role = await aRole(caller);
    await Promise.all([aMember(caller, [role]), aMember(caller, [role]), aKey({ ...caller, roles: [role] })]);
    expect(await rowOf<RoleRow>(caller, rolesPath, role.id)).toMatchObject({ usersCount: 2, keysCount: 1 });
  });

  it('demands auth.roles.view', async () => {
    const { api } = await aTenant({ features: ['auth.users.view'] });
    expect((await api.get(rolesPath)).status).toBe(403);
  });
});

describe('PUT /api/auth/roles', () => {
  it('renames a role in use; its holders keep their rights', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: [probeFeature] }, 'before');
    const session = await loggedIn(await aMember(caller, [role]));
    const { status, body, headers } = await caller.api.put(rolesPath, {
      body: { id: role.id, name: 'After' },
    });
    expect({ status, body, etag: headers.get('etag') }).toEqual({
      status: 200,
      body: { ok: true },
      etag: '"2"',
    });
    expect(await rowOf<RoleRow>(caller, rolesPath, role.id)).toMatchObject({
      name: 'After',
      usersCount: 1,
      revision: 2,
    });
    expect(await probe(session)).toBe(200);
    expect((await list(caller, 'search=before')).total).toBe(0);
    await aRole(caller, {}, 'before');
    expect((await caller.api.post(rolesPath, { body: { name: 'after' } })).status).toBe(409);
  });

  it('can change only the case of a name', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, {}, 'support');
    expect((await caller.api.put(rolesPath, { body: { id: role.id, name: 'Support' } })).status).toBe(200);
    expect((await rowOf<RoleRow>(caller, rolesPath, role.id)).name).toBe('Support');
  });

  it('refuses reserved and existing names, and changes nothing', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, {}, 'mine');
    await aRole(caller, {}, 'taken');
    const put = (name: string) => caller.api.put(rolesPath, { body: { id: role.id, name } });
    expect((await put('superadmin')).status).toBe(400);
    expect((await put('TAKEN')).status).toBe(409);
    expect(await rowOf<RoleRow>(caller, rolesPath, role.id)).toMatchObject({ name: 'mine', revision: 1 });
  });

  it('returns 412 for a stale If-Match, and changes nothing', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, {}, 'one');
    const put = (name: string, ifMatch: string) =>
      caller.api.put(rolesPath, { body: { id: role.id, name }, headers: { 'if-match': ifMatch } });
    expect((await put('two', '"1"')).status).toBe(200);
    expect((await put('three', '"1"')).status).toBe(412);
    expect((await rowOf<RoleRow>(caller, rolesPath, role.id)).name).toBe('two');
  });

  it('uses one name after concurrent renames', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, {}, 'start');
    const rename = (_: unknown, index: number) =>
      caller.api.put(rolesPath, { body: { id: role.id, name: `name ${index}` } });
    const answers = await Promise.all(Array.from({ length: 4 }, rename));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { name } = await rowOf<RoleRow>(caller, rolesPath, role.id);
    const taken = itemsOf(caller.tenantId).filter(({ pk }) => pk.includes('#ROLENAME#'));
    expect(taken.map(({ pk }) => pk.split('#ROLENAME#')[1])).toEqual([name]);
  });
});

describe('DELETE /api/auth/roles', () => {
  it('deletes a role, by id in the query or in the body', async () => {
    const caller = await aTenant();
    const [first, second] = [await aRole(caller), await aRole(caller)];
    const inQuery = await caller.api.delete(`${rolesPath}?id=${first.id}`);
    const inBody = await caller.api.delete(rolesPath, { body: { id: second.id } });
    for (const { status, body } of [inQuery, inBody])
      expect({ status, body }).toEqual({ status: 200, body: { ok: true } });
    expect((await list(caller)).total).toBe(0);
    const left = itemsOf(caller.tenantId).filter(({ pk }) => /#ROLE(S?)(#|$)|#ROLENAME#/.test(pk));
    expect(left.filter(({ pk }) => !pk.endsWith('#COUNT'))).toEqual([]);
    expect((await caller.api.delete(`${rolesPath}?id=${first.id}`)).status).toBe(404);
  });

  it('needs one id', async () => {
    const { api } = await aTenant();
    expect((await api.delete(rolesPath)).status).toBe(400);
    expect((await api.delete(`${rolesPath}?id=7`)).status).toBe(400);
    expect((await api.delete(`${rolesPath}?id=${randomUUID()}`, { body: { id: randomUUID() } })).status).toBe(
      400,
    );
  });

  it('returns 409 while a user or a key holds the role, and 200 afterwards', async () => {
    const caller = await aTenant();
    const [byUser, byKey] = [await aRole(caller), await aRole(caller)];
    const user = await aMember(caller, [byUser]);
    await aKey({ ...caller, roles: [byKey] });
    for (const role of [byUser, byKey]) {
      const { status, body } = await caller.api.delete(`${rolesPath}?id=${role.id}`);
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'role_in_use' });
    }
    await caller.api.put('/api/auth/users', { body: { id: user.id, roles: [] } });
    expect((await caller.api.delete(`${rolesPath}?id=${byUser.id}`)).status).toBe(200);
  });

  it('returns 412 for a stale If-Match', async () => {
    const caller = await aTenant();
    const role = await aRole(caller);
    const remove = (ifMatch: string) =>
      caller.api.delete(`${rolesPath}?id=${role.id}`, { headers: { 'if-match': ifMatch } });
    expect((await remove('"7"')).status).toBe(412);
    expect((await remove('"1"')).status).toBe(200);
  });

  it('never deletes a role that is granted at the same time', async () => {
    const caller = await aTenant();
    const role = await aRole(caller);
    const [deleted, given] = await Promise.allSettled([
      caller.api.delete(`${rolesPath}?id=${role.id}`),
      aMember(caller, [role]),
    ]);
    const isDeleted = deleted.status === 'fulfilled' && deleted.value.status === 200;
    expect(isDeleted).toBe(given.status === 'rejected');
  });
});
