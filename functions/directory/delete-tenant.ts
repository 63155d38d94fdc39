import { deleteTenant } from '../../shared/directory/contract.ts';
import * as tenants from '../../shared/directory/tenant-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deleteTenant, async ({ principal, query, ifMatch, context }) => {
  await tenants.deleteTenant(query.id, ifMatch, principal, context);
  return { ok: true };
});
