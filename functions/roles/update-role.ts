import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateRole } from '../../shared/modules/identity/roles/contract.ts';
import * as roles from '../../shared/modules/identity/roles/role-service.ts';

export const handler = endpoint(updateRole, async ({ scope, body, ifMatch, context }) => {
  const revision = await roles.updateRole(scope, body, ifMatch, context);
  return withRevision({ ok: true } as const, revision);
});
