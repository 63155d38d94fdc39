import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createUser } from '../../shared/modules/identity/users/contract.ts';
import * as users from '../../shared/modules/identity/users/user-service.ts';

export const handler = creation(
  createUser,
  async ({ scope, body, context }) => {
    const { id, revision } = await users.createUser(scope, body, context);
    return withRevision({ id }, revision);
  },
  replayId,
);
