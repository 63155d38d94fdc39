import { featureTitles } from '../../shared/catalog/declared-features.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateUserAcl } from '../../shared/modules/identity/users/contract.ts';
import * as acls from '../../shared/modules/identity/users/user-acl-service.ts';

export const handler = endpoint(updateUserAcl, async ({ scope, body, ifMatch, context }) => {
  const { sanitized, revision } = await acls.updateUserAcl(scope, body, ifMatch, context, featureTitles);
  return withRevision({ ok: true, sanitized } as const, revision);
});
