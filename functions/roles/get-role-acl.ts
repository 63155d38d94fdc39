import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getRoleAcl } from '../../shared/modules/identity/roles/contract.ts';
import * as roles from '../../shared/modules/identity/roles/role-service.ts';

export const handler = endpoint(getRoleAcl, async ({ scope, query }) => {
  const { acl, revision } = await roles.getRoleAcl(scope, query.roleId);
  return withRevision(acl, revision);
});
