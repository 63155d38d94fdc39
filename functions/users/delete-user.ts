import { requiredId } from '../../shared/http/body-or-query.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import * as users from '../../shared/identity/user-service.ts';
import { deleteUser } from '../../shared/users/contract.ts';

export const handler = endpoint(deleteUser, async ({ scope, body, query, ifMatch, context }) => {
  await users.deleteUser(scope, requiredId(body, query), ifMatch, context);
  return { ok: true } as const;
});
