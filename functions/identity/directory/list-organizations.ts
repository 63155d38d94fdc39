import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { listOrganizations } from '../../../shared/modules/identity/directory/organization-contract.ts';
import * as organizations from '../../../shared/modules/identity/directory/organization-views.ts';

export const handler = endpoint(listOrganizations, organizations.listOrganizations);
