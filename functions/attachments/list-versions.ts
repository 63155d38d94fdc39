import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { listVersions } from '../../shared/modules/attachments/versions/version-contract.ts';
import * as versions from '../../shared/modules/attachments/versions/version-service.ts';
import { toVersion } from '../../shared/modules/attachments/views.ts';

export const handler = endpoint(listVersions, async ({ scope, params }) => {
  const { attachment, versions: all } = await versions.listVersions(scope, params.id);
  return withRevision({ items: all.map((version) => toVersion(attachment, version)) }, attachment.revision);
});
