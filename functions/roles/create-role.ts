import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createRole } from '../../shared/modules/identity/roles/contract.ts';
import * as roles from '../../shared/modules/identity/roles/role-service.ts';

export const handler = endpoint(createRole, async ({ scope, body, context }) => {
  const { id, revision } = await roles.createRole(scope, body, context);
  return withRevision({ id }, revision);
});
