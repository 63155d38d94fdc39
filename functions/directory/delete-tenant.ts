import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteTenant } from '../../shared/modules/identity/directory/tenant-contract.ts';
import * as tenants from '../../shared/modules/identity/directory/tenant-service.ts';

export const handler = endpoint(deleteTenant, async ({ principal, query, ifMatch, context }) => {
  await tenants.deleteTenant(query.id, ifMatch, principal, context);
  return { ok: true };
});
