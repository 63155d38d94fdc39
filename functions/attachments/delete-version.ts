import { deleteVersion } from '../../shared/attachments/contract.ts';
import * as versions from '../../shared/attachments/version-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(deleteVersion, async ({ scope, params, ifMatch, context }) => {
  const { revision } = await versions.deleteVersion(scope, params.id, params.version, ifMatch, context);
  return withRevision({ ok: true as const }, revision);
});
