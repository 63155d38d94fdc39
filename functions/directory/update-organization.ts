import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateOrganization } from '../../shared/modules/identity/directory/organization-contract.ts';
import * as organizations from '../../shared/modules/identity/directory/organization-service.ts';

export const handler = endpoint(updateOrganization, async ({ scope, principal, body, ifMatch, context }) => {
  const { revision } = await organizations.updateOrganization(scope, body, ifMatch, principal, context);
  return withRevision({ ok: true }, revision);
});
