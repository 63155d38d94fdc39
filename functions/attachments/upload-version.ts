import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { replyOnce } from '../../shared/kernel/http/replayed.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { streamBody } from '../../shared/kernel/http/stream-body.ts';
import { uploadVersion } from '../../shared/modules/attachments/versions/version-contract.ts';
import * as versions from '../../shared/modules/attachments/versions/version-upload.ts';
import { toAttachmentItem, toVersion } from '../../shared/modules/attachments/views.ts';

const { operationId } = uploadVersion;

export const handler = endpoint(
  uploadVersion,
  async ({ scope, body, idempotencyKey, ifMatch, context }) => {
    const key = { operationId, idempotencyKey, ifMatch };
    return replyOnce(await versions.uploadVersion(scope, body, key, context), (attachment) => {
      const stored = { item: toAttachmentItem(attachment), version: toVersion(attachment) };
      return withRevision({ ok: true as const, ...stored }, attachment.revision);
    });
  },
  streamBody,
);
