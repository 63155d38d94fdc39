import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { deleteVersion } from '../../shared/modules/attachments/versions/version-contract.ts';
import * as versions from '../../shared/modules/attachments/versions/version-service.ts';

export const handler = endpoint(deleteVersion, async ({ scope, params, ifMatch, context }) => {
  const { revision } = await versions.deleteVersion(scope, params.id, params.version, ifMatch, context);
  return withRevision({ ok: true as const }, revision);
});
