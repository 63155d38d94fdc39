import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { uploadLimits } from '../../shared/modules/attachments/limits.ts';
import * as direct from '../../shared/modules/attachments/upload/direct-upload-service.ts';
import { beginVersionUpload } from '../../shared/modules/attachments/versions/version-contract.ts';

function respond({ attachmentId: uploadId, form, maxBytes }: direct.StartedUpload, revision: number) {
  const expiresInSeconds = uploadLimits.directSeconds;
  const started = { uploadId, uploadUrl: form.url, fields: form.fields, expiresInSeconds, maxBytes };
  return withRevision(started, revision);
}

export const handler = creation(
  beginVersionUpload,
  async ({ scope, params, body, ifMatch, context }) => {
    const begun = await direct.beginVersionUpload(scope, params.id, body, ifMatch, context);
    return respond(begun, begun.revision);
  },
  async ({ scope, context }, { id, version }) =>
    respond(await direct.startedUpload(scope, id, context.nowMs), version),
);
