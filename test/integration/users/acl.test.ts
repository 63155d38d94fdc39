import { describe, expect, it } from 'vitest';
import {
  aMember,
  aRole,
  loggedIn,
  probe,
  probeFeature,
  probePath,
  userAclPath,
  userNow,
} from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { during } from '../../support/fault-injection/faults.ts';

const get = ({ api }: TestCaller, userId: string) => api.get(`${userAclPath}?userId=${userId}`);
const put = (
  { api }: TestCaller,
  userId: string,
  acl: Record<string, unknown>,
  headers: Record<string, string> = {},
) => api.put(userAclPath, { body: { userId, ...acl }, headers });

const none = { hasCustomAcl: false, isSuperAdmin: false, features: [], organizations: null, updatedAt: null };

describe('/api/auth/users/acl', () => {
  it('replaces the rights of the roles until it is removed', async () => {
    const caller = await aTenant();
    const user = await aMember(caller, [await aRole(caller, { features: [probeFeature] })]);
    const session = await loggedIn(user);
    expect((await get(caller, user.id)).body).toEqual(none);
    const changed = await put(caller, user.id, { features: ['a.view'] });
    expect({ status: changed.status, body: changed.body }).toEqual({
      status: 200,
      body: { ok: true, sanitized: false },
    });
    expect(await probe(session)).toBe(403);
    const read = await get(caller, user.id);
    expect(read.body).toEqual({
      hasCustomAcl: true,
      isSuperAdmin: false,
      features: ['a.view'],
      organizations: [caller.organizationId],
      updatedAt: (await userNow(user)).updatedAt,
    });
    expect(read.headers.get('etag')).toBe(changed.headers.get('etag'));
    await put(caller, user.id, { organizations: [] });
    expect((await get(caller, user.id)).body).toMatchObject({ features: ['a.view'], organizations: [] });
    await put(caller, user.id, { features: [] });
    expect((await get(caller, user.id)).body).toEqual(none);
    expect(await probe(session)).toBe(200);
  });

  it('changes the accessible organizations of the sessions', async () => {
    const caller = await aTenant({ isSuperAdmin: true });
    const { organizationId } = await aSibling(caller);
    const user = await aMember(caller);
    const session = await loggedIn(user);
    const there = async () => (await session.get(`${probePath}?organizationId=${organizationId}`)).status;
    await put(caller, user.id, { features: [probeFeature], organizations: [organizationId] });
    expect(await there()).toBe(200);
    await put(caller, user.id, { organizations: [] });
    expect(await there()).toBe(403);
    await put(caller, user.id, { organizations: null });
    expect(await there()).toBe(200);
  });

  it('grants no rights that the caller lacks, not even when it is removed', async () => {
    const admin = await aTenant();
    const limited = await aKey({ ...admin, features: ['auth.acl.manage', 'sales.view'] });
    const plain = await aMember(admin);
    const refused = await put(limited, plain.id, { features: ['sales.view', 'scheduler.*'] });
    expect({ status: refused.status, required: refused.body.required }).toEqual({
      status: 403,
      required: ['scheduler.*'],
    });
    expect((await put(limited, plain.id, { features: ['sales.view'] })).status).toBe(200);
    // Without individual rights, those of its roles apply again.
    const user = await aMember(admin, [await aRole(admin, { features: ['stock.view'] })]);
    expect((await put(admin, user.id, { features: ['sales.view'] })).status).toBe(200);
    const removal = await put(limited, user.id, { features: [] });
    expect({ status: removal.status, required: removal.body.required }).toEqual({
      status: 403,
      required: ['stock.view'],
    });
    expect((await put(admin, user.id, { features: [] })).status).toBe(200);
  });

  it('allows *, super admin and tenants for super admins only', async () => {
    const admin = await aTenant();
    const superAdmin = await aKey({ ...admin, isSuperAdmin: true });
    const user = await aMember(admin);
    expect((await put(admin, user.id, { features: ['*'] })).status).toBe(403);
    expect((await put(admin, user.id, { isSuperAdmin: true })).status).toBe(403);
    expect((await put(admin, user.id, { features: ['directory.*', 'a.view'] })).body.sanitized).toBe(true);
    expect((await get(admin, user.id)).body.features).toEqual(['a.view']);
    expect((await put(superAdmin, user.id, { isSuperAdmin: true })).status).toBe(200);
    const touched = await put(admin, user.id, { features: ['b.view'] });
    expect({ status: touched.status, required: touched.body.required }).toEqual({
      status: 403,
      required: ['super_admin'],
    });
    const session = await loggedIn(user);
    expect(await probe(session)).toBe(200);
    await put(superAdmin, user.id, { isSuperAdmin: false });
    expect(await probe(session)).toBe(403);
  });

  it('returns 412 for a stale If-Match, and 400 for bad input', async () => {
    const caller = await aTenant();
    const user = await aMember(caller);
    expect((await put(caller, user.id, { features: ['a.view'] }, { 'if-match': '"8"' })).status).toBe(412);
    expect((await put(caller, user.id, { features: ['a view'] })).status).toBe(400);
    expect((await put(caller, 'ada', { features: [] })).status).toBe(400);
    expect((await get(caller, 'ada')).status).toBe(400);
    expect((await get(caller, user.id)).body).toEqual(none);
  });

  it('demands auth.acl.manage', async () => {
    const caller = await aTenant({ features: ['auth.users.*'] });
    const user = await aMember(caller);
    expect((await get(caller, user.id)).status).toBe(403);
    expect((await put(caller, user.id, { features: [] })).status).toBe(403);
  });
});

describe('a change of rights that is interrupted before its commit', () => {
  it('leaves the sessions with the common rights, and completes when repeated', async () => {
    const caller = await aTenant();
    const user = await aMember(caller, [await aRole(caller, { features: [probeFeature] })]);
    const session = await loggedIn(user);
    const view = async () => (await session.get('/api/auth/users')).status;
    const change = () => put(caller, user.id, { features: ['auth.users.view'] }, { 'if-match': '"1"' });
    const commit = { action: 'TransactWriteItems', bodyContains: `"resourceId":{"S":"${user.id}"}` };
    const interrupted = await during({ effect: 'error', ...commit }, change);
    expect(interrupted.status).toBe(503);
    expect([await probe(session), await view()]).toEqual([403, 403]);
    expect((await get(caller, user.id)).body).toEqual(none);
    const lateHolder = await loggedIn(user);
    expect(await probe(lateHolder)).toBe(403);
    expect((await change()).status).toBe(200);
    expect([await probe(session), await view()]).toEqual([403, 200]);
  });
});
