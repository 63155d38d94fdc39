import { updateTenant } from '../../shared/directory/contract.ts';
import * as tenants from '../../shared/directory/tenant-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(updateTenant, async ({ principal, body, ifMatch, context }) => {
  const { revision } = await tenants.updateTenant(body, ifMatch, principal, context);
  return withRevision({ ok: true }, revision);
});
