import { endpoint } from '../../shared/http/endpoint.ts';
import * as users from '../../shared/identity/user-service.ts';
import { listUsers } from '../../shared/users/contract.ts';

export const handler = endpoint(listUsers, async ({ scope, principal, query }) => {
  const list = await users.listUsers(scope, query, principal);
  return { ...list, isSuperAdmin: principal.isSuperAdmin };
});
