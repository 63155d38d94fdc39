import { completeUpload } from '../../shared/attachments/contract.ts';
import * as direct from '../../shared/attachments/direct-upload-service.ts';
import { toAttachmentItem } from '../../shared/attachments/views.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(completeUpload, async ({ scope, context, params }) => {
  const attachment = await direct.completeUpload(scope, params.id, context);
  return { ok: true as const, item: toAttachmentItem(attachment) };
});
