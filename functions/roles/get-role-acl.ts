import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import * as roles from '../../shared/identity/role-service.ts';
import { getRoleAcl } from '../../shared/roles/contract.ts';

export const handler = endpoint(getRoleAcl, async ({ scope, query }) => {
  const { acl, revision } = await roles.getRoleAcl(scope, query.roleId);
  return withRevision(acl, revision);
});
