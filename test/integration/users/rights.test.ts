import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, expect, it, vi } from 'vitest';
import { aMember, aRole, usersPath } from '../../support/builders/roles.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';

const scrypt = vi.spyOn(crypto, 'scrypt');
syncBuiltinESMExports();
afterAll(() => {
  scrypt.mockRestore();
  syncBuiltinESMExports();
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
