import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import * as roles from '../../shared/identity/role-service.ts';
import { updateRoleAcl } from '../../shared/roles/contract.ts';

export const handler = endpoint(updateRoleAcl, async ({ scope, body, ifMatch, context }) => {
  const { sanitized, revision } = await roles.updateRoleAcl(scope, body, ifMatch, context);
  return withRevision({ ok: true, sanitized } as const, revision);
});
