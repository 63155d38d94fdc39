import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import * as acls from '../../shared/identity/user-acl-service.ts';
import { updateUserAcl } from '../../shared/users/contract.ts';

export const handler = endpoint(updateUserAcl, async ({ scope, principal, body, ifMatch }) => {
  const actor = { principal, nowMs: Date.now() };
  const { sanitized, revision } = await acls.updateUserAcl(scope, body, ifMatch, actor);
  return withRevision({ ok: true, sanitized } as const, revision);
});
