import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { streamBody } from '../../shared/kernel/http/stream-body.ts';
import { uploadAttachment } from '../../shared/modules/attachments/upload/upload-contract.ts';
import { uploadForm } from '../../shared/modules/attachments/upload/upload-service.ts';
import { toAttachmentItem } from '../../shared/modules/attachments/views.ts';

export const handler = endpoint(
  uploadAttachment,
  async ({ scope, body, context }) => {
    const attachment = await uploadForm(scope, body, context);
    return withRevision({ ok: true as const, item: toAttachmentItem(attachment) }, attachment.revision);
  },
  streamBody,
);
