import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { getRoleAcl } from '../../../shared/modules/identity/roles/contract.ts';
import * as roles from '../../../shared/modules/identity/roles/role-service.ts';

export const handler = endpoint(getRoleAcl, roles.getRoleAcl);
