import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import * as roles from '../../shared/identity/role-service.ts';
import { updateRole } from '../../shared/roles/contract.ts';

export const handler = endpoint(updateRole, async ({ scope, body, ifMatch, context }) => {
  const revision = await roles.updateRole(scope, body, ifMatch, context);
  return withRevision({ ok: true } as const, revision);
});
