import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { deleteOrganization } from '../../../shared/modules/identity/directory/organization-contract.ts';
import * as organizations from '../../../shared/modules/identity/directory/organization-service.ts';

export const handler = endpoint(deleteOrganization, organizations.deleteOrganization);
