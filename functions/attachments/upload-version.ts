import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { streamBody } from '../../shared/kernel/http/stream-body.ts';
import { uploadVersion } from '../../shared/modules/attachments/versions/version-contract.ts';
import * as versions from '../../shared/modules/attachments/versions/version-upload.ts';
import { toAttachmentItem, toVersion } from '../../shared/modules/attachments/views.ts';

export const handler = endpoint(
  uploadVersion,
  async ({ scope, body, ifMatch, context }) => {
    const attachment = await versions.uploadVersion(scope, body, ifMatch, context);
    const stored = { item: toAttachmentItem(attachment), version: toVersion(attachment) };
    return withRevision({ ok: true as const, ...stored }, attachment.revision);
  },
  streamBody,
);
