import { featureTitles } from '../../shared/catalog/declared-features.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateRoleAcl } from '../../shared/modules/identity/roles/contract.ts';
import * as roles from '../../shared/modules/identity/roles/role-service.ts';

export const handler = endpoint(updateRoleAcl, async ({ scope, body, ifMatch, context }) => {
  const { sanitized, revision } = await roles.updateRoleAcl(scope, body, ifMatch, context, featureTitles);
  return withRevision({ ok: true, sanitized } as const, revision);
});
