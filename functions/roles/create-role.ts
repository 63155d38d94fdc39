import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import * as roles from '../../shared/identity/role-service.ts';
import { createRole } from '../../shared/roles/contract.ts';

export const handler = endpoint(createRole, async ({ scope, body, context }) => {
  const { id, revision } = await roles.createRole(scope, body, context);
  return withRevision({ id }, revision);
});
