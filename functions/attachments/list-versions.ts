import { listVersions } from '../../shared/attachments/contract.ts';
import * as versions from '../../shared/attachments/version-service.ts';
import { toVersion } from '../../shared/attachments/views.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(listVersions, async ({ scope, params }) => {
  const { attachment, versions: all } = await versions.listVersions(scope, params.id);
  return withRevision({ items: all.map((version) => toVersion(attachment, version)) }, attachment.revision);
});
