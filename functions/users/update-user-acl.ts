import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import * as acls from '../../shared/identity/user-acl-service.ts';
import { updateUserAcl } from '../../shared/users/contract.ts';

export const handler = endpoint(updateUserAcl, async ({ scope, body, ifMatch, context }) => {
  const { sanitized, revision } = await acls.updateUserAcl(scope, body, ifMatch, context);
  return withRevision({ ok: true, sanitized } as const, revision);
});
