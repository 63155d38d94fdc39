import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { restoreVersion } from '../../shared/modules/attachments/versions/version-contract.ts';
import * as versions from '../../shared/modules/attachments/versions/version-service.ts';
import { toAttachmentItem, toVersion } from '../../shared/modules/attachments/views.ts';

export const handler = endpoint(restoreVersion, async ({ scope, params, ifMatch, context }) => {
  const attachment = await versions.restoreVersion(scope, params.id, params.version, ifMatch, context);
  const stored = { item: toAttachmentItem(attachment), version: toVersion(attachment) };
  return withRevision({ ok: true as const, ...stored }, attachment.revision);
});
