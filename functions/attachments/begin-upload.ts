import { creation } from '../../shared/kernel/http/creation.ts';
import { uploadLimits } from '../../shared/modules/attachments/limits.ts';
import * as direct from '../../shared/modules/attachments/upload/direct-upload-service.ts';
import { beginUpload } from '../../shared/modules/attachments/upload/upload-contract.ts';

function respond({ attachmentId, form, maxBytes }: direct.StartedUpload) {
  const expiresInSeconds = uploadLimits.directSeconds;
  return { attachmentId, uploadUrl: form.url, fields: form.fields, expiresInSeconds, maxBytes };
}

export const handler = creation(
  beginUpload,
  async ({ scope, context, body }) => respond(await direct.beginUpload(scope, body, context)),
  async ({ scope, context }, { id }) => respond(await direct.startedUpload(scope, id, context.nowMs)),
);
