import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  aMember,
  aRole,
  roleAclPath,
  roleNow,
  rolesPath,
  setRoleAcl,
  usersPath,
} from '../../support/builders/roles.ts';
import { aTenant } from '../../support/builders/tenants.ts';

describe('two tenants', () => {
  it("return 404 for each other's roles, and do not change them", async () => {
    const [mine, theirs] = [await aTenant(), await aTenant()];
    const foreign = await aRole(theirs, { features: ['a.view'] }, 'shared name');
    const ask = (id: string) => [
      () => mine.api.get(`${roleAclPath}?roleId=${id}`),
      () => setRoleAcl(mine, { id }, { features: [] }),
      () => mine.api.put(rolesPath, { body: { id, name: 'stolen' } }),
      () => mine.api.delete(`${rolesPath}?id=${id}`),
    ];
    for (const [index, askForeign] of ask(foreign.id).entries()) {
      const answer = await askForeign();
      const unknown = await ask(randomUUID())[index]?.();
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(unknown?.body);
    }
    const { body } = await mine.api.get<{ total: number }>(rolesPath);
    expect(body.total).toBe(0);
    expect((await mine.api.get<{ total: number }>(`${rolesPath}?id=${foreign.id}`)).body.total).toBe(0);
    expect(await roleNow(foreign)).toEqual(foreign);
  });

  it('can use the same role name, and cannot grant each other’s roles', async () => {
    const [mine, theirs] = [await aTenant(), await aTenant()];
    const foreign = await aRole(theirs, {}, 'support');
    await aMember(theirs, [foreign]);
    expect((await mine.api.post(rolesPath, { body: { name: 'support' } })).status).toBe(201);
    const create = (role: string) =>
      mine.api.post(usersPath, { body: { email: 'a@example.com', password: 'Enigma-1942', roles: [role] } });
    const [byForeignId, byUnknownId] = [await create(foreign.id), await create(randomUUID())];
    expect([byForeignId.status, byUnknownId.status]).toEqual([400, 400]);
    expect((await create('support')).status).toBe(201);
    expect(await roleNow(foreign)).toMatchObject({ users: 1 });
    const held = await mine.api.get<{ total: number }>(`${usersPath}?roleIds=${foreign.id}`);
    expect(held.body.total).toBe(0);
  });

  it('can be selected by super admins only', async () => {
    const [mine, theirs] = [await aTenant(), await aTenant()];
    expect((await mine.api.get(`${rolesPath}?tenantId=${theirs.tenantId}`)).status).toBe(403);
    const body = { name: 'support', tenantId: theirs.tenantId };
    expect((await mine.api.post(rolesPath, { body })).status).toBe(403);
    const superAdmin = await aTenant({ isSuperAdmin: true });
    expect((await superAdmin.api.post(rolesPath, { body })).status).toBe(201);
    expect((await theirs.api.get<{ total: number }>(rolesPath)).body.total).toBe(1);
    expect((await superAdmin.api.get<{ total: number }>(rolesPath)).body.total).toBe(0);
  });
});
