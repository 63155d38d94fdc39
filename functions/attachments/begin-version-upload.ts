import { beginVersionUpload } from '../../shared/attachments/contract.ts';
import * as direct from '../../shared/attachments/direct-upload-service.ts';
import { uploadLimits } from '../../shared/attachments/limits.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(beginVersionUpload, async ({ scope, params, body, ifMatch, context }) => {
  const begun = await direct.beginVersionUpload(scope, params.id, body, ifMatch, context);
  const { attachmentId: uploadId, form, maxBytes, revision } = begun;
  const expiresInSeconds = uploadLimits.directSeconds;
  return withRevision(
    { uploadId, uploadUrl: form.url, fields: form.fields, expiresInSeconds, maxBytes },
    revision,
  );
});
