import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getUserAcl } from '../../shared/modules/identity/users/contract.ts';
import * as acls from '../../shared/modules/identity/users/user-acl-service.ts';

export const handler = endpoint(getUserAcl, async ({ scope, principal, query }) => {
  const { acl, revision } = await acls.getUserAcl(scope, query.userId, principal);
  return withRevision(acl, revision);
});
