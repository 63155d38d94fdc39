import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { beginVersionUpload } from '../../shared/modules/attachments/contract.ts';
import { uploadLimits } from '../../shared/modules/attachments/limits.ts';
import * as direct from '../../shared/modules/attachments/upload/direct-upload-service.ts';

export const handler = endpoint(beginVersionUpload, async ({ scope, params, body, ifMatch, context }) => {
  const begun = await direct.beginVersionUpload(scope, params.id, body, ifMatch, context);
  const { attachmentId: uploadId, form, maxBytes, revision } = begun;
  const expiresInSeconds = uploadLimits.directSeconds;
  return withRevision(
    { uploadId, uploadUrl: form.url, fields: form.fields, expiresInSeconds, maxBytes },
    revision,
  );
});
