import { updateOrganization } from '../../shared/directory/contract.ts';
import * as organizations from '../../shared/directory/organization-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(updateOrganization, async ({ scope, principal, body, ifMatch, context }) => {
  const { revision } = await organizations.updateOrganization(scope, body, ifMatch, principal, context);
  return withRevision({ ok: true }, revision);
});
