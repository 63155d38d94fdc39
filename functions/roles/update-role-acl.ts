import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import * as roles from '../../shared/identity/role-service.ts';
import { updateRoleAcl } from '../../shared/roles/contract.ts';

export const handler = endpoint(updateRoleAcl, async ({ scope, principal, body, ifMatch }) => {
  const actor = { principal, nowMs: Date.now() };
  const { sanitized, revision } = await roles.updateRoleAcl(scope, body, ifMatch, actor);
  return withRevision({ ok: true, sanitized } as const, revision);
});
