import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createRole } from '../../shared/modules/identity/roles/contract.ts';
import * as roles from '../../shared/modules/identity/roles/role-service.ts';

export const handler = creation(
  createRole,
  async ({ scope, body, context }) => {
    const { id, revision } = await roles.createRole(scope, body, context);
    return withRevision({ id }, revision);
  },
  replayId,
);
