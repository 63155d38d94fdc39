import { requiredId } from '../../shared/http/body-or-query.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import * as roles from '../../shared/identity/role-service.ts';
import { deleteRole } from '../../shared/roles/contract.ts';

export const handler = endpoint(deleteRole, async ({ scope, body, query, ifMatch, context }) => {
  await roles.deleteRole(scope, requiredId(body, query), ifMatch, context);
  return { ok: true } as const;
});
