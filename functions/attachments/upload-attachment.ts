import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { replyOnce } from '../../shared/kernel/http/replayed.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { streamBody } from '../../shared/kernel/http/stream-body.ts';
import { uploadAttachment } from '../../shared/modules/attachments/upload/upload-contract.ts';
import { uploadForm } from '../../shared/modules/attachments/upload/upload-service.ts';
import { toAttachmentItem } from '../../shared/modules/attachments/views.ts';

const { operationId } = uploadAttachment;

export const handler = endpoint(
  uploadAttachment,
  async ({ scope, body, idempotencyKey, context }) =>
    replyOnce(await uploadForm(scope, body, { operationId, idempotencyKey }, context), (attachment) =>
      withRevision({ ok: true as const, item: toAttachmentItem(attachment) }, attachment.revision),
    ),
  streamBody,
);
