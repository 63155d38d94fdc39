import { describe, expect, it } from 'vitest';
import { aMember, aRole, setRoleAcl, userAclPath } from '../../support/builders/roles.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';

interface Catalogue {
  modules: { module: string; features: { feature: string; title: string; granted: boolean }[] }[];
}

describe('GET /api/auth/features', () => {
  it('lists the features by module and marks those of the caller', async () => {
    const { api } = await aTenant({ features: ['webhooks.view'] });
    const { status, body } = await api.get<Catalogue>('/api/auth/features');
    expect(status).toBe(200);
    expect(body.modules.map(({ module }) => module)).toContain('business_rules');
    const webhooks = body.modules.find(({ module }) => module === 'webhooks')?.features ?? [];
    expect(webhooks.filter(({ granted }) => granted).map(({ feature }) => feature)).toEqual([
      'webhooks.view',
    ]);
    expect(webhooks.every(({ title }) => title !== '')).toBe(true);
  });
});

describe('the grant *.view', () => {
  it('lets a key read every module of its tenant and change nothing', async () => {
    const { api } = await aTenant({ features: ['*.view'] });
    for (const path of [
      '/api/business_rules/rules',
      '/api/webhooks',
      '/api/auth/users',
      '/api/audit_logs/actions',
    ]) {
      expect({ path, status: (await api.get(path)).status }).toEqual({ path, status: 200 });
    }
    expect((await api.get('/api/directory/tenants')).status).toBe(403);
    expect((await api.post('/api/business_rules/rules', { body: {} })).status).toBe(403);
  });

  it('can be granted by its holders only', async () => {
    const owner = await aTenant({ features: ['*.view', 'auth.acl.manage'] });
    const role = await aRole(owner);
    expect((await setRoleAcl(owner, role, { features: ['*.view'] })).status).toBe(200);
    const limited = await aKey({ ...owner, features: ['webhooks.*', 'auth.acl.manage'] });
    const other = await aRole(owner);
    expect(await setRoleAcl(limited, other, { features: ['*.view'] })).toMatchObject({
      status: 403,
      body: { required: ['*.view'] },
    });
  });
});

describe('a misspelt feature', () => {
  it('returns 400 with the nearest name, for roles and for users', async () => {
    const caller = await aTenant();
    const [role, user] = [await aRole(caller), await aMember(caller)];
    const features = ['webhook.view'];
    for (const answer of [
      await setRoleAcl(caller, role, { features }),
      await caller.api.put(userAclPath, { body: { userId: user.id, features } }),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { details: [{ field: 'features', message: expect.stringContaining('"webhooks.view"') }] },
      });
    }
  });

  it('remains where it has been granted', async () => {
    const caller = await aTenant();
    const role = await aRole(caller, { features: ['webhooks.views'] });
    const features = ['webhooks.views', 'webhooks.view'];
    expect((await setRoleAcl(caller, role, { features })).status).toBe(200);
  });
});
