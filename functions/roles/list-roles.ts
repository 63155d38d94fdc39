import { endpoint } from '../../shared/http/endpoint.ts';
import * as roles from '../../shared/identity/role-service.ts';
import { listRoles } from '../../shared/roles/contract.ts';

export const handler = endpoint(listRoles, ({ scope, query }) => roles.listRoles(scope, query));
