import { describe, expect, inject, it } from 'vitest';
import { hashApiKey } from '../../../shared/kernel/auth/api-key.ts';
import { aSuperAdmin, aTenantAdmin } from '../../support/builders/administrators.ts';
import { aNewKey, keysPath, rotatePath } from '../../support/builders/api-keys.ts';
import { organizationsPath, rowOf, switcherPath, tenantsPath } from '../../support/builders/directory.ts';
import { aKey, aRule, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';

const statusOf = async ({ api }: { api: Api }) => (await api.get(switcherPath)).status;

/** Callers of the same organization, by credential: another key, a secret in its grace period, a session. */
async function residentsOf(caller: TestCaller): Promise<{ api: Api }[]> {
  const made = await aNewKey(caller);
  const rotated = await caller.api.post(rotatePath(made.id), { body: { gracePeriodSeconds: 600 } });
  const { token } = await aSession(await aUser(caller));
  return [
    caller,
    { api: apiFor(made.secret) },
    { api: apiFor(String(rotated.body.secret)) },
    { api: apiFor(token) },
  ];
}
const statuses = (callers: readonly { api: Api }[]) => Promise.all(callers.map(statusOf));

describe('an organization that is closed', () => {
  const close = ({ api }: { api: Api }, id: string, isActive = false) =>
    api.put(organizationsPath, { body: { id, isActive } });

  it('refuses its callers from the next request, and no others', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const sibling = await aSibling(owner);
    const residents = await residentsOf(owner);
    expect(await statuses(residents)).toEqual([200, 200, 200, 200]);
    expect((await close(admin, owner.organizationId)).status).toBe(200);
    expect(await statuses(residents)).toEqual([401, 401, 401, 401]);
    expect(await statuses([admin, sibling, await aTenant()])).toEqual([200, 200, 200]);
  });

  it('accepts them again when it is opened', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const residents = await residentsOf(owner);
    await close(admin, owner.organizationId);
    await close(admin, owner.organizationId, true);
    expect(await statuses(residents)).toEqual([200, 200, 200, 200]);
  });

  it('cannot be selected any more', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const read = () => admin.api.get(`/api/business_rules/rules?organizationId=${owner.organizationId}`);
    expect((await read()).status).toBe(200);
    await close(admin, owner.organizationId);
    expect(await read()).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
  });

  it('accepts no new keys, rotations and sessions', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const user = await aUser(owner);
    await close(admin, owner.organizationId);
    const { organizationId } = owner;
    expect((await admin.api.post(keysPath, { body: { name: 'x', organizationId } })).status).toBe(403);
    expect((await admin.api.post(rotatePath(owner.keyId))).status).toBe(404);
    await expect(aKey(owner)).rejects.toMatchObject({ code: 'not_found' });
    await expect(aSession(user)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('leaves no active key that is created while it is closed', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const { organizationId } = owner;
    const [, ...created] = await Promise.all([
      close(admin, organizationId),
      ...Array.from({ length: 8 }, (_, index) =>
        admin.api.post(keysPath, { body: { name: `k${index}`, organizationId } }),
      ),
    ]);
    const keys = created
      .filter(({ status }) => status === 201)
      .map(({ body }) => apiFor(String(body.secret)));
    for (const api of keys) expect(await statusOf({ api })).toBe(401);
  });

  it('is consistent with its callers when closing and opening race', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        [true, false, true, false].map((isActive) => close(admin, owner.organizationId, isActive)),
      );
      for (const { status } of answers) expect([200, 503]).toContain(status);
      const { isActive } = await rowOf(admin, owner.organizationId);
      expect(await statusOf(owner)).toBe(isActive ? 200 : 401);
    }
  });

  it('is completed by repeating an interrupted request', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const { key } = await aKey(owner);
    // The organization is closed, then the write of one key fails.
    const fault = {
      effect: 'throttle',
      service: 'dynamodb',
      action: 'UpdateItem',
      bodyContains: hashApiKey(key),
      functionName: 'pm-local-directory-update-organization',
      times: 100,
    };
    const faults = `${inject('controlUrl')}/faults`;
    const added = await fetch(faults, { method: 'POST', body: JSON.stringify(fault) });
    const { id } = (await added.json()) as { id: string };
    const interrupted = await close(admin, owner.organizationId);
    await fetch(`${faults}?id=${id}`, { method: 'DELETE' });
    expect(interrupted.status).toBe(503);
    expect((await rowOf(admin, owner.organizationId)).isActive).toBe(false);
    expect((await close(admin, owner.organizationId)).status).toBe(200);
    expect(await statuses([owner, { api: apiFor(key) }])).toEqual([401, 401]);
  });

  it('refuses its callers permanently when it is deleted', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const residents = await residentsOf(owner);
    expect((await admin.api.delete(`${organizationsPath}?id=${owner.organizationId}`)).status).toBe(200);
    expect(await statuses(residents)).toEqual([401, 401, 401, 401]);
    expect((await close(admin, owner.organizationId, true)).status).toBe(404);
  });

  it('cannot be closed by its own callers', async () => {
    const owner = await aTenant();
    const answers = [
      await close(owner, owner.organizationId),
      await owner.api.delete(`${organizationsPath}?id=${owner.organizationId}`),
    ];
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'own_home' } });
    expect(await statusOf(owner)).toBe(200);
  });
});

describe('a tenant that is closed', () => {
  const close = ({ api }: { api: Api }, id: string, isActive = false) =>
    api.put(tenantsPath, { body: { id, isActive } });

  it('refuses its callers until it is opened, and cannot be selected', async () => {
    const superAdmin = await aSuperAdmin();
    const owner = await aTenant();
    const residents = [...(await residentsOf(owner)), await aTenantAdmin(owner), await aSibling(owner)];
    const { tenantId } = owner;
    expect((await close(superAdmin, tenantId)).status).toBe(200);
    expect(new Set(await statuses(residents))).toEqual(new Set([401]));
    expect((await superAdmin.api.get(`${keysPath}?tenantId=${tenantId}`)).status).toBe(403);
    const rules = (organizationId: string) =>
      superAdmin.api.get(`/api/business_rules/rules?tenantId=${tenantId}&organizationId=${organizationId}`);
    expect(await rules(owner.organizationId)).toMatchObject({
      status: 403,
      body: { code: 'scope_forbidden' },
    });
    expect((await close(superAdmin, tenantId, true)).status).toBe(200);
    expect(new Set(await statuses(residents))).toEqual(new Set([200]));
    expect((await rules(owner.organizationId)).status).toBe(200);
  });

  it('keeps closed organizations closed when it is opened', async () => {
    const superAdmin = await aSuperAdmin();
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const { tenantId, organizationId } = owner;
    await admin.api.put(organizationsPath, { body: { id: organizationId, isActive: false } });
    await close(superAdmin, tenantId);
    await close(superAdmin, tenantId, true);
    expect(await statuses([owner, admin])).toEqual([401, 200]);
  });

  it('refuses its callers permanently when it is deleted', async () => {
    const superAdmin = await aSuperAdmin();
    const owner = await aTenant();
    expect((await superAdmin.api.delete(`${tenantsPath}?id=${owner.tenantId}`)).status).toBe(200);
    expect(await statusOf(owner)).toBe(401);
    const { tenantId, organizationId } = owner;
    const selected = { ...aRule(), tenantId, organizationId };
    const created = await superAdmin.api.post('/api/business_rules/rules', { body: selected });
    expect(created).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
  });

  it('cannot be closed by its own callers', async () => {
    const owner = await aTenant({ isSuperAdmin: true });
    expect(await close(owner, owner.tenantId)).toMatchObject({ status: 409, body: { code: 'own_home' } });
    expect((await owner.api.delete(`${tenantsPath}?id=${owner.tenantId}`)).status).toBe(409);
    expect(await statusOf(owner)).toBe(200);
  });
});
