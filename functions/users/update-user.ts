import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import * as users from '../../shared/identity/user-service.ts';
import { updateUser } from '../../shared/users/contract.ts';

export const handler = endpoint(updateUser, async ({ scope, body, ifMatch, context }) => {
  const revision = await users.updateUser(scope, body, ifMatch, context);
  return withRevision({ ok: true } as const, revision);
});
