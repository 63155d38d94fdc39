import { restoreVersion } from '../../shared/attachments/contract.ts';
import * as versions from '../../shared/attachments/version-service.ts';
import { toAttachmentItem, toVersion } from '../../shared/attachments/views.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(restoreVersion, async ({ scope, params, ifMatch, context }) => {
  const attachment = await versions.restoreVersion(scope, params.id, params.version, ifMatch, context);
  const stored = { item: toAttachmentItem(attachment), version: toVersion(attachment) };
  return withRevision({ ok: true as const, ...stored }, attachment.revision);
});
