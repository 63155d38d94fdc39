/** Which callers may change which users. */
import { describe, expect, it } from 'vitest';
import { announceAcl } from '../../../shared/modules/identity/roles/role-store.ts';
import {
  aMember,
  aRole,
  loggedIn,
  probe,
  probeFeature,
  userNow,
  usersPath,
} from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { password } from '../../support/builders/users.ts';

const put = ({ api }: Pick<TestCaller, 'api'>, body: Record<string, unknown>) => api.put(usersPath, { body });

describe('roles', () => {
  it('with rights that the caller lacks cannot be granted', async () => {
    const admin = await aTenant();
    const limited = await aKey({ ...admin, features: ['auth.users.manage', 'sales.view'] });
    const [covered, wide] = [
      await aRole(admin, { features: ['sales.view'] }),
      await aRole(admin, { features: ['sales.*'] }),
    ];
    const elsewhere = await aRole(admin, { features: ['sales.view'], organizations: null });
    const user = await aMember(admin);
    const create = (role: string) =>
      limited.api.post(usersPath, { body: { email: `${role}@example.com`, password, roles: [role] } });
    for (const { id } of [wide, elsewhere]) {
      expect((await create(id)).status).toBe(403);
      const { status, body } = await put(limited, { id: user.id, roles: [id] });
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'rights_exceeded' });
    }
    expect((await create(covered.id)).status).toBe(201);
    expect((await put(limited, { id: user.id, roles: [covered.id] })).status).toBe(200);
  });

  it('that exceed the caller’s protect their holders from changes', async () => {
    const admin = await aTenant();
    const limited = await aKey({ ...admin, features: ['auth.users.manage', 'sales.view'] });
    const [covered, wide] = [
      await aRole(admin, { features: ['sales.view'] }),
      await aRole(admin, { features: ['stock.*'] }),
    ];
    const user = await aMember(admin, [wide]);
    for (const roles of [[wide.id, covered.id], [covered.id], []])
      expect((await put(limited, { id: user.id, roles })).status).toBe(403);
    const plain = await aMember(admin, [covered]);
    expect((await put(limited, { id: plain.id, roles: [] })).status).toBe(200);
    expect((await put(limited, { id: plain.id, roles: [wide.id] })).status).toBe(403);
  });

  it('with a pending change that would exceed the caller cannot be granted either', async () => {
    const admin = await aTenant();
    const limited = await aKey({ ...admin, features: ['auth.users.manage'] });
    const role = await aRole(admin);
    await announceAcl(role, { ...role.acl, features: ['stock.view'] });
    const user = await aMember(admin);
    expect((await put(limited, { id: user.id, roles: [role.id] })).status).toBe(403);
  });

  it('apply to the next request of the sessions', async () => {
    const admin = await aTenant();
    const role = await aRole(admin, { features: [probeFeature] });
    const user = await aMember(admin);
    const session = await loggedIn(user);
    expect(await probe(session)).toBe(403);
    await put(admin, { id: user.id, roles: [role.id] });
    expect(await probe(session)).toBe(200);
    await put(admin, { id: user.id, roles: [] });
    expect(await probe(session)).toBe(403);
  });
});

describe('users with rights that the caller lacks', () => {
  it('cannot be changed by the caller', async () => {
    const admin = await aTenant();
    const supportUser = await aKey({ ...admin, features: ['auth.users.manage'] });
    const user = await aMember(admin, [await aRole(admin, { features: ['stock.view'] })]);
    const changes = [{ email: 'mine@example.com' }, { password }, { name: 'Ada' }, { isActive: false }];
    for (const change of changes) {
      const { status, body } = await put(supportUser, { id: user.id, ...change });
      expect({ status, required: body.required }).toEqual({ status: 403, required: ['stock.view'] });
    }
    expect(await userNow(user)).toEqual(user);
  });

  it('are protected if they are super admins, also while they are inactive', async () => {
    const admin = await aTenant();
    const superAdmin = await aKey({ ...admin, isSuperAdmin: true });
    const role = await aRole(admin, { isSuperAdmin: true });
    for (const isActive of [true, false]) {
      const user = await aMember(admin, [role], { isActive });
      const asks = ({ api }: TestCaller) => [
        () => api.put(usersPath, { body: { id: user.id, name: 'x' } }),
        () => api.delete(`${usersPath}?id=${user.id}`),
      ];
      for (const ask of asks(admin)) {
        const { status, body } = await ask();
        expect({ status, required: body.required }).toEqual({ status: 403, required: ['super_admin'] });
      }
      for (const ask of asks(superAdmin)) expect((await ask()).status).toBe(200);
    }
    expect((await put(admin, { id: (await aMember(admin)).id, roles: [role.id] })).status).toBe(403);
  });
});

describe('oneself', () => {
  it('cannot be deleted or deactivated', async () => {
    const admin = await aTenant();
    const role = await aRole(admin, { features: ['auth.users.manage'] });
    const user = await aMember(admin, [role]);
    const api = await loggedIn(user);
    const answers = [
      await api.delete(`${usersPath}?id=${user.id}`),
      await put({ api }, { id: user.id, isActive: false }),
    ];
    for (const { status, body } of answers)
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'own_account' });
    expect((await put({ api }, { id: user.id, name: 'Me' })).status).toBe(200);
  });
});

describe('organizations', () => {
  it('without access hide their users, who return 404', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    for (const hidden of [await aMember(south), await aMember(south, [], { organizationId: null })]) {
      const answers = [
        await put(north, { id: hidden.id, name: 'x' }),
        await north.api.delete(`${usersPath}?id=${hidden.id}`),
        await north.api.get(`/api/auth/users/acl?userId=${hidden.id}`),
        await north.api.put('/api/auth/users/acl', { body: { userId: hidden.id, features: ['a.view'] } }),
      ];
      for (const { status, body } of answers) {
        expect({ status, body }).toEqual({
          status: 404,
          body: { error: 'User not found.', code: 'not_found' },
        });
      }
    }
  });

  it('of the sessions change with the organization of their user', async () => {
    const north = await aTenant({ isSuperAdmin: true });
    const south = await aSibling(north);
    const user = await aMember(north, [await aRole(north, { features: [probeFeature], organizations: [] })]);
    const session = await loggedIn(user);
    const at = async (organizationId: string) =>
      (await session.get(`/api/business_rules/rules?organizationId=${organizationId}`)).status;
    expect([await at(north.organizationId), await at(south.organizationId)]).toEqual([200, 403]);
    await put(north, { id: user.id, organizationId: south.organizationId });
    expect([await at(north.organizationId), await at(south.organizationId)]).toEqual([403, 200]);
    expect((await put(south, { id: user.id, organizationId: north.organizationId })).status).toBe(403);
    expect((await put(south, { id: user.id, organizationId: null })).status).toBe(403);
  });
});
