import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aSuperAdmin, aTenantAdmin } from '../../support/builders/administrators.ts';
import {
  anOrganization,
  organizationsPath,
  switcherOf,
  switcherPath,
} from '../../support/builders/directory.ts';
import { aRole } from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant } from '../../support/builders/tenants.ts';
import { send } from '../../support/clients/api.ts';

describe('GET /api/directory/organization-switcher', () => {
  it('shows a caller of one organization only that one', async () => {
    const caller = await aTenant({ features: [] });
    await aSibling(caller);
    expect(await switcherOf(caller)).toEqual({
      items: [{ id: caller.organizationId, name: 'main', depth: 0, selectable: true, children: [] }],
      selectedId: caller.organizationId,
      canManage: false,
      canViewAllOrganizations: false,
      tenantId: caller.tenantId,
      tenants: [],
      isSuperAdmin: false,
    });
  });

  it('shows the ancestors of an accessible organization as not selectable, and no siblings', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    const top = await anOrganization(admin, { name: 'top' });
    const middle = await anOrganization(admin, { name: 'middle', parentId: top });
    const leaf = await anOrganization(admin, { name: 'leaf', parentId: middle });
    await anOrganization(admin, { name: 'beside', parentId: top });
    await anOrganization(admin, { name: 'below', parentId: leaf });
    const { tenantId } = owner;
    expect((await switcherOf(await aKey({ tenantId, organizationId: leaf }))).items).toEqual([
      {
        id: top,
        name: 'top',
        depth: 0,
        selectable: false,
        children: [
          {
            id: middle,
            name: 'middle',
            depth: 1,
            selectable: false,
            children: [{ id: leaf, name: 'leaf', depth: 2, selectable: true, children: [] }],
          },
        ],
      },
    ]);
  });

  it('shows all organizations, siblings by name, to callers who may select them', async () => {
    const owner = await aTenant();
    const admin = await aTenantAdmin(owner);
    for (const name of ['beta', 'Alpha', 'zeta']) await anOrganization(admin, { name });
    const { items, ...rest } = await switcherOf(admin);
    expect(items.map(({ name }) => name)).toEqual(['Alpha', 'beta', 'main', 'zeta']);
    expect(rest).toMatchObject({ canManage: true, canViewAllOrganizations: true, selectedId: null });
  });

  it('omits closed organizations, unless they have open descendants', async () => {
    const admin = await aTenantAdmin(await aTenant());
    const top = await anOrganization(admin, { name: 'closed top' });
    await anOrganization(admin, { name: 'open', parentId: top });
    const leaf = await anOrganization(admin, { name: 'closed leaf' });
    for (const id of [top, leaf]) await admin.api.put(organizationsPath, { body: { id, isActive: false } });
    const { items } = await switcherOf(admin);
    expect(items).toMatchObject([
      { name: 'closed top', selectable: false, children: [{ name: 'open', selectable: true }] },
      { name: 'main', selectable: true },
    ]);
  });

  it('uses the organization of the cookie if it can be selected', async () => {
    const owner = await aTenant();
    const other = await aSibling(owner);
    const role = await aRole(owner, { organizations: [other.organizationId] });
    const { tenantId, organizationId } = owner;
    const caller = await aKey({ tenantId, organizationId, roles: [role] });
    const selected = async (value: string) =>
      (await switcherOf(caller, `svc_selected_org=${value}`)).selectedId;
    expect(await selected(other.organizationId)).toBe(other.organizationId);
    expect(await selected('__all__')).toBeNull();
    expect(await selected(randomUUID())).toBe(organizationId);
    expect(await selected((await aTenant()).organizationId)).toBe(organizationId);
    expect(await selected('junk')).toBe(organizationId);
  });

  it('shows super admins every tenant, and the tree of the named one', async () => {
    const superAdmin = await aSuperAdmin();
    const owner = await aTenant();
    const none = await switcherOf(superAdmin);
    expect(none).toMatchObject({ items: [], selectedId: null, tenantId: null, isSuperAdmin: true });
    expect(none.tenants).toContainEqual({ id: owner.tenantId, name: 'test tenant', isActive: true });
    const { body } = await superAdmin.api.get(`${switcherPath}?tenantId=${owner.tenantId}`);
    expect(body).toMatchObject({
      items: [{ id: owner.organizationId, selectable: true }],
      tenantId: owner.tenantId,
    });
  });

  it('returns 403 to others for a foreign tenant, 401 without credentials', async () => {
    const { api } = await aTenant();
    const { tenantId } = await aTenant();
    expect(await api.get(`${switcherPath}?tenantId=${tenantId}`)).toMatchObject({
      status: 403,
      body: { code: 'scope_forbidden' },
    });
    expect(await send('GET', switcherPath)).toMatchObject({
      status: 401,
      body: { error: expect.any(String), code: 'unauthenticated' },
    });
  });
});
