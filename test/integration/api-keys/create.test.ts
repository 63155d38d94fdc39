import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findRole } from '../../../shared/modules/identity/roles/role-store.ts';
import { aSuperAdmin, aTenantAdmin } from '../../support/builders/administrators.ts';
import { aNewKey, keysPath, listKeys, whoAmIPath } from '../../support/builders/api-keys.ts';
import { aRole } from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant } from '../../support/builders/tenants.ts';
import { apiFor } from '../../support/clients/api.ts';

describe('POST /api/api_keys/keys', () => {
  it('returns the secret once; no list contains it', async () => {
    const caller = await aTenant();
    const { api, tenantId, organizationId } = caller;
    const role = await aRole(caller, { features: ['business_rules.rules.view'] });
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { status, body } = await api.post(keysPath, {
      body: { name: 'import', description: 'nightly', roles: [role.id], expiresAt },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'import',
      keyPrefix: expect.stringMatching(/^pmk_[0-9a-f]{8}$/),
      secret: expect.stringMatching(/^pmk_[0-9a-f]{8}\.[0-9a-f]{48}$/),
      tenantId,
      organizationId,
      roles: [{ id: role.id, name: role.name }],
      expiresAt,
      requestsPerMinute: null,
      requestsPerHour: null,
      allowedAddresses: [],
    });
    expect(String(body.secret).startsWith(String(body.keyPrefix))).toBe(true);
    const list = await api.get(keysPath);
    expect(JSON.stringify(list.body)).not.toContain(String(body.secret).split('.')[1]);
  });

  it('gives the key the rights of its roles and no others', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: ['business_rules.rules.view'] });
    const viewer = apiFor((await aNewKey(caller, { roles: [role.id] })).secret);
    expect((await viewer.get('/api/business_rules/rules')).status).toBe(200);
    expect((await viewer.get(keysPath)).status).toBe(403);
    const unprivileged = apiFor((await aNewKey(caller)).secret);
    expect((await unprivileged.get('/api/business_rules/rules')).status).toBe(403);
  });

  it('accepts roles by name in any case, by id, and repeated', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, {}, `Support ${randomUUID()}`);
    const { roles } = await aNewKey(caller, { roles: [role.name.toUpperCase(), role.id.toUpperCase()] });
    expect(roles).toEqual([{ id: role.id, name: role.name }]);
  });

  it('counts every key of a role as a holder, also when many are created at once', async () => {
    const caller = await aTenant();
    const role = await aRole(caller);
    await Promise.all(Array.from({ length: 6 }, () => aNewKey(caller, { roles: [role.id] })));
    expect((await listKeys(caller, 'search=made')).total).toBe(6);
    expect((await findRole(caller, role.id))?.keys).toBe(6);
  });

  it.each<[string, Record<string, unknown>]>([
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['name', { name: 5 }],
    ['description', { name: 'x', description: 'x'.repeat(1_001) }],
    ['expiresAt', { name: 'x', expiresAt: 'soon' }],
    ['expiresAt', { name: 'x', expiresAt: '2026-02-30T00:00:00Z' }],
    ['expiresAt', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }],
    ['roles', { name: 'x', roles: 'support' }],
    ['roles', { name: 'x', roles: Array(21).fill('support') }],
    ['roles', { name: 'x', roles: [randomUUID()] }],
    ['roles', { name: 'x', roles: ['no such role'] }],
  ])('returns 400 naming %s for %j', async (field, body) => {
    const { api } = await aTenant();
    const answer = await api.post(keysPath, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: expect.any(String), details: [{ field }] });
  });

  it('accepts names and descriptions of maximum length, null and an empty expiry', async () => {
    const caller = await aTenant();
    const body = { name: '😀'.repeat(120), description: 'x'.repeat(1_000), expiresAt: '' };
    expect((await aNewKey(caller, body)).expiresAt).toBeNull();
    expect((await aNewKey(caller, { description: null, expiresAt: null })).expiresAt).toBeNull();
  });

  it('returns 400 for a role of another tenant', async () => {
    const caller = await aTenant();
    const foreign = await aRole(await aTenant());
    for (const role of [foreign.id, foreign.name]) {
      const answer = await caller.api.post(keysPath, { body: { name: 'x', roles: [role] } });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'roles' }] } });
    }
  });

  it('returns 403 for a role with more rights than the caller’s own', async () => {
    const owner = await aTenant();
    const caller = await aKey({ ...owner, features: ['api_keys.*', 'business_rules.rules.view'] });
    const allowed = await aRole(owner, { features: ['business_rules.rules.view', 'api_keys.view'] });
    expect((await aNewKey(caller, { roles: [allowed.id] })).roles).toHaveLength(1);
    for (const acl of [
      { features: ['business_rules.rules.edit'] },
      { features: ['business_rules.*'] },
      { features: ['*'] },
      { organizations: [(await aSibling(owner)).organizationId] },
      { isSuperAdmin: true },
    ]) {
      const role = await aRole(owner, acl);
      const { status, body } = await caller.api.post(keysPath, {
        body: { name: 'x', roles: [allowed.id, role.id] },
      });
      expect({ acl, status, code: body.code }).toEqual({ acl, status: 403, code: 'rights_exceeded' });
    }
    expect((await listKeys(caller, 'search=x')).total).toBe(0);
  });

  it('creates a key in an accessible organization, and returns 403 for others', async () => {
    const caller = await aTenant();
    const sibling = await aSibling(caller);
    const { organizationId } = sibling;
    const refused = await caller.api.post(keysPath, { body: { name: 'x', organizationId } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
    const admin = await aTenantAdmin(caller);
    const made = await aNewKey(admin, { organizationId });
    expect(made.organizationId).toBe(organizationId);
    expect((await apiFor(made.secret).get(whoAmIPath)).body.selectedId).toBe(organizationId);
  });

  it('creates keys of the whole tenant only for callers who may select every organization', async () => {
    const caller = await aTenant();
    expect((await aNewKey(await aTenantAdmin(caller))).organizationId).toBeNull();
    expect((await aNewKey(caller, { organizationId: null })).organizationId).toBe(caller.organizationId);
  });

  it('returns 403 for another tenant, but not to super admins', async () => {
    const caller = await aTenant();
    const { tenantId, organizationId } = await aTenant();
    const body = { name: 'x', tenantId, organizationId };
    expect((await caller.api.post(keysPath, { body })).status).toBe(403);
    expect(await aNewKey(await aSuperAdmin(), body)).toMatchObject({ tenantId, organizationId });
  });

  it('returns 400 to a super admin who selects no tenant', async () => {
    const { api } = await aSuperAdmin();
    const answer = await api.post(keysPath, { body: { name: 'x' } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'scope_required' } });
  });

  it('needs the feature api_keys.create', async () => {
    const { api } = await aTenant({ features: ['api_keys.view', 'api_keys.delete'] });
    const answer = await api.post(keysPath, { body: { name: 'x' } });
    expect(answer).toMatchObject({ status: 403, body: { required: ['api_keys.create'] } });
  });

  it('stops working at its expiry', async () => {
    const caller = await aTenant();
    const { secret } = await aNewKey(caller, { expiresAt: new Date(Date.now() + 1_500).toISOString() });
    const key = apiFor(secret);
    expect((await key.get(whoAmIPath)).status).toBe(200);
    await expect.poll(async () => (await key.get(whoAmIPath)).status, { timeout: 5_000 }).toBe(401);
  });
});
