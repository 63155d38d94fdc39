import { endpoint } from '../../shared/http/endpoint.ts';
import * as users from '../../shared/identity/user-service.ts';
import { listUsers } from '../../shared/users/contract.ts';

export const handler = endpoint(listUsers, ({ scope, principal, query }) =>
  users.listUsers(scope, query, principal),
);
