import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import * as acls from '../../shared/identity/user-acl-service.ts';
import { getUserAcl } from '../../shared/users/contract.ts';

export const handler = endpoint(getUserAcl, async ({ scope, principal, query }) => {
  const { acl, revision } = await acls.getUserAcl(scope, query.userId, principal);
  return withRevision(acl, revision);
});
