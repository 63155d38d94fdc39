import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteOrganization } from '../../shared/modules/identity/directory/organization-contract.ts';
import * as organizations from '../../shared/modules/identity/directory/organization-service.ts';

export const handler = endpoint(deleteOrganization, async ({ scope, principal, query, ifMatch, context }) => {
  await organizations.deleteOrganization(scope, query.id, ifMatch, principal, context);
  return { ok: true };
});
