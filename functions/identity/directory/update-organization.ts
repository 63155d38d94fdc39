import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { updateOrganization } from '../../../shared/modules/identity/directory/organization-contract.ts';
import * as organizations from '../../../shared/modules/identity/directory/organization-service.ts';

export const handler = endpoint(updateOrganization, organizations.updateOrganization);
