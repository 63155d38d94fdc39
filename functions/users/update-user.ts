import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateUser } from '../../shared/modules/identity/users/contract.ts';
import * as users from '../../shared/modules/identity/users/user-service.ts';

export const handler = endpoint(updateUser, async ({ scope, body, ifMatch, context }) => {
  const revision = await users.updateUser(scope, body, ifMatch, context);
  return withRevision({ ok: true } as const, revision);
});
