import { listOrganizations } from '../../shared/directory/contract.ts';
import { viewOrganizations } from '../../shared/directory/organization-views.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listOrganizations, ({ scope, principal, query }) =>
  viewOrganizations(scope, principal, query),
);
