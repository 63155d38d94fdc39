import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import type { Attachment } from '../../shared/modules/attachments/attachment.ts';
import { restoreVersion } from '../../shared/modules/attachments/versions/version-contract.ts';
import * as versions from '../../shared/modules/attachments/versions/version-service.ts';
import { toAttachmentItem, toVersion } from '../../shared/modules/attachments/views.ts';
import { visibleAttachment } from '../../shared/modules/attachments/visible-attachment.ts';

function respond(attachment: Attachment) {
  const stored = { item: toAttachmentItem(attachment), version: toVersion(attachment) };
  return withRevision({ ok: true as const, ...stored }, attachment.revision);
}

export const handler = creation(
  restoreVersion,
  async ({ scope, params, ifMatch, context }) =>
    respond(await versions.restoreVersion(scope, params.id, params.version, ifMatch, context)),
  async ({ scope }, { id }) => respond(await visibleAttachment(scope, id)),
);
