import { createTenant } from '../../shared/directory/contract.ts';
import * as tenants from '../../shared/directory/tenant-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(createTenant, async ({ body, context }) => {
  const { id, revision } = await tenants.createTenant(body, context);
  return withRevision({ id }, revision);
});
