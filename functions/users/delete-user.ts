import { requiredId } from '../../shared/kernel/http/delete-target.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteUser } from '../../shared/modules/identity/users/contract.ts';
import * as users from '../../shared/modules/identity/users/user-service.ts';

export const handler = endpoint(deleteUser, async ({ scope, body, query, ifMatch, context }) => {
  await users.deleteUser(scope, requiredId(body, query), ifMatch, context);
  return { ok: true } as const;
});
