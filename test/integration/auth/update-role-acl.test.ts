import { expect, it } from 'vitest';
import { aRole, setRoleAcl } from '../../support/builders/roles.ts';
import { aTenant } from '../../support/builders/tenants.ts';

it('a misspelt feature remains where it has been granted', async () => {
  const caller = await aTenant();
  const role = await aRole(caller, { features: ['webhooks.views'] });
  const features = ['webhooks.views', 'webhooks.view'];
  expect((await setRoleAcl(caller, role, { features })).status).toBe(200);
});
