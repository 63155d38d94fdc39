import { deleteOrganization } from '../../shared/directory/contract.ts';
import * as organizations from '../../shared/directory/organization-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deleteOrganization, async ({ scope, principal, query, ifMatch, context }) => {
  await organizations.deleteOrganization(scope, query.id, ifMatch, principal, context);
  return { ok: true };
});
