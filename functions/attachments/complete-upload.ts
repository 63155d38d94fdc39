import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import * as direct from '../../shared/modules/attachments/upload/direct-upload-service.ts';
import { completeUpload } from '../../shared/modules/attachments/upload/upload-contract.ts';
import { toAttachmentItem } from '../../shared/modules/attachments/views.ts';

export const handler = endpoint(completeUpload, async ({ scope, context, params, ifMatch }) => {
  const attachment = await direct.completeUpload(scope, params.id, ifMatch, context);
  return withRevision({ ok: true as const, item: toAttachmentItem(attachment) }, attachment.revision);
});
