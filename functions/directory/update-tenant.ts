import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateTenant } from '../../shared/modules/identity/directory/tenant-contract.ts';
import * as tenants from '../../shared/modules/identity/directory/tenant-service.ts';

export const handler = endpoint(updateTenant, async ({ principal, body, ifMatch, context }) => {
  const { revision } = await tenants.updateTenant(body, ifMatch, principal, context);
  return withRevision({ ok: true }, revision);
});
