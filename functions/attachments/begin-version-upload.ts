import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { uploadLimits } from '../../shared/modules/attachments/limits.ts';
import * as direct from '../../shared/modules/attachments/upload/direct-upload-service.ts';
import { beginVersionUpload } from '../../shared/modules/attachments/versions/version-contract.ts';

export const handler = endpoint(beginVersionUpload, async ({ scope, params, body, ifMatch, context }) => {
  const begun = await direct.beginVersionUpload(scope, params.id, body, ifMatch, context);
  const { attachmentId: uploadId, form, maxBytes, revision } = begun;
  const expiresInSeconds = uploadLimits.directSeconds;
  return withRevision(
    { uploadId, uploadUrl: form.url, fields: form.fields, expiresInSeconds, maxBytes },
    revision,
  );
});
