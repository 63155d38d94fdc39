import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, expect, it, vi } from 'vitest';
import { announceAcl } from '../../../shared/modules/identity/roles/role-store.ts';
import { aNewKey, keysPath, rotatePath } from '../../support/builders/api-keys.ts';
import { aMember, aRole, roleNow, setRoleAcl, usersPath } from '../../support/builders/roles.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';

const scrypt = vi.spyOn(crypto, 'scrypt');
syncBuiltinESMExports();
afterAll(() => {
  scrypt.mockRestore();
  syncBuiltinESMExports();
});

it('a role whose rights grow is given, and its holders are changed, only by callers with the new ones', async () => {
  const admin = await aTenant();
  const limited = await aKey({
    ...admin,
    features: ['auth.users.manage', 'api_keys.create', 'webhooks.view'],
  });
  const role = await aRole(admin, { features: ['webhooks.view'], organizations: [] });
  const [user, { id }] = [await aMember(admin, [role]), await aNewKey(admin, { roles: [role.id] })];
  const attempts = [
    () => limited.api.post(keysPath, { body: { name: 'made', roles: [role.id] } }),
    () => limited.api.put(keysPath, { body: { id, roles: [role.id] } }),
    () => limited.api.post(rotatePath(id)),
    () => limited.api.put(usersPath, { body: { id: user.id, password: 'Analytical-1' } }),
  ];
  await announceAcl(await roleNow(role), { ...role.acl, features: ['webhooks.view', 'stock.view'] });
  for (const attempt of attempts)
    expect(await attempt()).toMatchObject({ status: 403, body: { required: ['stock.view'] } });
  await setRoleAcl(admin, role, { features: ['webhooks.view'] });
  for (const attempt of attempts) expect((await attempt()).status).toBeLessThan(300);
});

it('a password is hashed only for a caller who may set it', async () => {
  const admin = await aTenant();
  const limited = await aKey({ ...admin, features: ['auth.users.create', 'auth.users.manage'] });
  const role = await aRole(admin, { features: ['stock.view'] });
  const holder = await aMember(admin, [role]);
  scrypt.mockClear();
  const [email, password] = [`${crypto.randomUUID()}@example.com`, 'Analytical-1'];
  const refused = [
    await limited.api.post(usersPath, { body: { email, password, roles: [role.id] } }),
    await limited.api.put(usersPath, { body: { id: holder.id, password } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  expect(scrypt).not.toHaveBeenCalled();
  expect((await admin.api.put(usersPath, { body: { id: holder.id, password } })).status).toBe(200);
  expect(scrypt).toHaveBeenCalledTimes(1);
});
