import { requiredId } from '../../shared/kernel/http/delete-target.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteUser } from '../../shared/modules/identity/users/contract.ts';
import * as users from '../../shared/modules/identity/users/user-service.ts';

export const handler = endpoint(deleteUser, async ({ scope, ifMatch, context }, input) => {
  await users.deleteUser(scope, requiredId(input), ifMatch, context);
  return { ok: true } as const;
});
