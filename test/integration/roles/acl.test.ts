import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aRole, roleAclPath, rolesPath, setRoleAcl } from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant } from '../../support/builders/tenants.ts';

describe('GET /api/auth/roles/acl', () => {
  it('returns the rights with an ETag, and 304 for the current one', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: ['a.view'] });
    const { status, body, headers } = await caller.api.get(`${roleAclPath}?roleId=${role.id}`);
    expect({ status, etag: headers.get('etag') }).toEqual({ status: 200, etag: '"1"' });
    expect(body).toEqual({
      roleId: role.id,
      features: ['a.view'],
      isSuperAdmin: false,
      organizations: [caller.organizationId],
      updatedAt: role.updatedAt,
    });
    const again = await caller.api.get(`${roleAclPath}?roleId=${role.id}`, {
      headers: { 'if-none-match': '"1"' },
    });
    expect(again.status).toBe(304);
  });

  it.each(['', '?roleId=7', '?roleId='])('refuses %j', async (query) => {
    const { api } = await aTenant();
    expect((await api.get(`${roleAclPath}${query}`)).status).toBe(400);
  });

  it('needs auth.acl.manage for reads and writes', async () => {
    const caller = await aTenant({ features: ['auth.roles.*', 'auth.users.*'] });
    const role = await aRole(caller);
    expect((await caller.api.get(`${roleAclPath}?roleId=${role.id}`)).status).toBe(403);
    expect((await setRoleAcl(caller, role, { features: [] })).status).toBe(403);
  });
});

describe('PUT /api/auth/roles/acl', () => {
  it('changes only given fields', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: ['a.view'] });
    const { status, body, headers } = await setRoleAcl(caller, role, {
      features: ['b.view', 'b.view', 'webhooks.*'],
    });
    expect({ status, body }).toEqual({ status: 200, body: { ok: true, sanitized: false } });
    const read = await caller.api.get(`${roleAclPath}?roleId=${role.id}`);
    expect(read.body).toMatchObject({
      features: ['b.view', 'webhooks.*'],
      organizations: [caller.organizationId],
    });
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    await setRoleAcl(caller, role, { organizations: [] });
    const { body: after } = await caller.api.get(`${roleAclPath}?roleId=${role.id}`);
    expect(after).toMatchObject({ features: ['b.view', 'webhooks.*'], organizations: [] });
  });

  it.each([
    ['features', 'a.view'],
    ['features', ['']],
    ['features', ['a b']],
    ['features', ['a.*.b']],
    ['features', ['*.a']],
    ['features', [`${'a.'.repeat(64)}b`]],
    ['features', Array.from({ length: 201 }, (_, index) => `f${index}`)],
    ['isSuperAdmin', 'yes'],
    ['organizations', ['north']],
  ])('refuses %s = %j', async (field, value) => {
    const caller = await aTenant();
    const role = await aRole(caller);
    const { status, body } = await setRoleAcl(caller, role, { [field]: value });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' });
  });

  it('refuses organizations of other tenants', async () => {
    const caller = await aTenant({ isSuperAdmin: true });
    const foreign = await aTenant();
    const role = await aRole(caller);
    for (const id of [randomUUID(), foreign.organizationId]) {
      expect((await setRoleAcl(caller, role, { organizations: [id] })).status).toBe(400);
    }
  });

  it('returns 412 for a stale If-Match, and changes nothing', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: ['a.view'] });
    expect((await setRoleAcl(caller, role, { features: ['b.view'] }, { 'if-match': '"9"' })).status).toBe(
      412,
    );
    const { body } = await caller.api.get(`${roleAclPath}?roleId=${role.id}`);
    expect(body.features).toEqual(['a.view']);
    const { status, headers } = await setRoleAcl(
      caller,
      role,
      { features: ['b.view'] },
      { 'if-match': '"1"' },
    );
    expect(status).toBe(200);
    expect(headers.get('etag')).not.toBe('"1"');
  });

  it('has no effect with the current values', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: ['a.view', 'b.view'] });
    const { status, headers } = await setRoleAcl(caller, role, { features: ['b.view', 'a.view'] });
    expect({ status, etag: headers.get('etag') }).toEqual({ status: 200, etag: '"1"' });
  });
});

describe('grants of rights', () => {
  it('names the features and organizations that the caller lacks, and changes nothing', async () => {
    const caller = await aTenant({ features: ['auth.acl.manage', 'sales.view'] });
    const other = await aSibling(caller);
    const role = await aRole(caller);
    const wide = await setRoleAcl(caller, role, {
      features: ['auth.acl.manage', 'scheduler.*', 'sales.view'],
    });
    expect({ status: wide.status, required: wide.body.required }).toEqual({
      status: 403,
      required: ['scheduler.*'],
    });
    expect(wide.body.error).toContain('scheduler.*');
    expect(wide.body.requiredFeatures).toEqual(['scheduler.*']);
    for (const organizations of [null, [other.organizationId]]) {
      expect((await setRoleAcl(caller, role, { organizations })).status).toBe(403);
    }
    const { body } = await caller.api.get(`${roleAclPath}?roleId=${role.id}`);
    expect(body).toMatchObject({ features: [], organizations: [caller.organizationId] });
    expect((await setRoleAcl(caller, role, { features: ['sales.view'] })).status).toBe(200);
  });

  it('allows * and super admin for super admins only', async () => {
    const admin = await aTenant();
    const superAdmin = await aKey({ ...admin, isSuperAdmin: true });
    const role = await aRole(admin);
    expect((await setRoleAcl(admin, role, { features: ['*'] })).status).toBe(403);
    expect((await setRoleAcl(admin, role, { isSuperAdmin: true })).status).toBe(403);
    expect((await setRoleAcl(superAdmin, role, { features: ['*'], isSuperAdmin: true })).status).toBe(200);
  });

  it('omits rights of other tenants, with a warning', async () => {
    const admin = await aTenant();
    const role = await aRole(admin);
    const features = ['directory.*', 'directory.tenants.view', 'directory.organizations.view', 'a.view'];
    const { body } = await setRoleAcl(admin, role, { features });
    expect(body).toEqual({ ok: true, sanitized: true });
    const read = await admin.api.get(`${roleAclPath}?roleId=${role.id}`);
    expect(read.body.features).toEqual(['a.view', 'directory.organizations.view']);
    expect((await setRoleAcl(admin, role, { features: ['directory.tenants.manage'] })).status).toBe(403);
    const superAdmin = await aKey({ ...admin, isSuperAdmin: true });
    expect((await setRoleAcl(superAdmin, role, { features })).body).toEqual({ ok: true, sanitized: false });
  });

  it('protects roles of super admins from other callers', async () => {
    const admin = await aTenant();
    const superAdmin = await aKey({ ...admin, isSuperAdmin: true });
    const role = await aRole(admin, { isSuperAdmin: true });
    const answers = (caller: typeof admin) => [
      () => setRoleAcl(caller, role, { features: ['a.view'] }),
      () => caller.api.put(rolesPath, { body: { id: role.id, name: `role ${randomUUID()}` } }),
      () => caller.api.delete(`${rolesPath}?id=${role.id}`),
    ];
    for (const ask of answers(admin)) {
      const { status, body } = await ask();
      expect({ status, required: body.required }).toEqual({ status: 403, required: ['super_admin'] });
    }
    for (const ask of answers(superAdmin)) expect((await ask()).status).toBe(200);
  });
});
