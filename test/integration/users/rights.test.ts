import { expect, it } from 'vitest';
import { announceAcl } from '../../../shared/modules/identity/roles/role-store.ts';
import { aMember, aRole, usersPath } from '../../support/builders/roles.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';

it('a role with a pending change that would exceed the caller cannot be granted', async () => {
  const admin = await aTenant();
  const limited = await aKey({ ...admin, features: ['auth.users.manage'] });
  const role = await aRole(admin);
  await announceAcl(role, { ...role.acl, features: ['stock.view'] });
  const user = await aMember(admin);
  expect((await limited.api.put(usersPath, { body: { id: user.id, roles: [role.id] } })).status).toBe(403);
});
