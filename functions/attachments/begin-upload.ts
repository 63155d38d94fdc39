import { beginUpload } from '../../shared/attachments/contract.ts';
import * as direct from '../../shared/attachments/direct-upload-service.ts';
import { uploadLimits } from '../../shared/attachments/limits.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(beginUpload, async ({ scope, context, body }) => {
  const { attachmentId, form, maxBytes } = await direct.beginUpload(scope, body, context);
  const expiresInSeconds = uploadLimits.directSeconds;
  return { attachmentId, uploadUrl: form.url, fields: form.fields, expiresInSeconds, maxBytes };
});
