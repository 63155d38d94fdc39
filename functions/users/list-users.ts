import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listUsers } from '../../shared/modules/identity/users/contract.ts';
import * as users from '../../shared/modules/identity/users/user-service.ts';

export const handler = endpoint(listUsers, async ({ scope, principal, query }) => {
  const list = await users.listUsers(scope, query, principal);
  return { ...list, isSuperAdmin: principal.isSuperAdmin };
});
