import { uploadAttachment } from '../../shared/attachments/contract.ts';
import { uploadForm } from '../../shared/attachments/upload-service.ts';
import { toAttachmentItem } from '../../shared/attachments/views.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { streamBody } from '../../shared/http/stream-body.ts';

export const handler = endpoint(
  uploadAttachment,
  async ({ scope, body, context }) => {
    const attachment = await uploadForm(scope, body, context);
    return { ok: true as const, item: toAttachmentItem(attachment) };
  },
  streamBody,
);
