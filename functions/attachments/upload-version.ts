import { uploadVersion } from '../../shared/attachments/contract.ts';
import * as versions from '../../shared/attachments/version-upload.ts';
import { toAttachmentItem, toVersion } from '../../shared/attachments/views.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { streamBody } from '../../shared/http/stream-body.ts';

export const handler = endpoint(
  uploadVersion,
  async ({ scope, body, ifMatch, context }) => {
    const attachment = await versions.uploadVersion(scope, body, ifMatch, context);
    const stored = { item: toAttachmentItem(attachment), version: toVersion(attachment) };
    return withRevision({ ok: true as const, ...stored }, attachment.revision);
  },
  streamBody,
);
