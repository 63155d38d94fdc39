import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import * as users from '../../shared/identity/user-service.ts';
import { createUser } from '../../shared/users/contract.ts';

export const handler = endpoint(createUser, async ({ scope, body, context }) => {
  const { id, revision } = await users.createUser(scope, body, context);
  return withRevision({ id }, revision);
});
