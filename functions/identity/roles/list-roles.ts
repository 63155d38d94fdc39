import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { listRoles } from '../../../shared/modules/identity/roles/contract.ts';
import * as roles from '../../../shared/modules/identity/roles/role-service.ts';

export const handler = endpoint(listRoles, roles.listRoles);
