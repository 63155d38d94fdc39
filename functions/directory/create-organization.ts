import { createOrganization } from '../../shared/directory/contract.ts';
import * as organizations from '../../shared/directory/organization-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(createOrganization, async ({ scope, principal, body, context }) => {
  const input = { ...body, tenantId: scope.tenantId };
  const { id, revision } = await organizations.createOrganization(input, context, principal);
  return withRevision({ id }, revision);
});
