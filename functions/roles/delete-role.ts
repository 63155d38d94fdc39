import { requiredId } from '../../shared/kernel/http/delete-target.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteRole } from '../../shared/modules/identity/roles/contract.ts';
import * as roles from '../../shared/modules/identity/roles/role-service.ts';

export const handler = endpoint(deleteRole, async ({ scope, body, query, ifMatch, context }) => {
  await roles.deleteRole(scope, requiredId(body, query), ifMatch, context);
  return { ok: true } as const;
});
