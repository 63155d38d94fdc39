import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { uploadLimits } from '../../shared/modules/attachments/limits.ts';
import * as direct from '../../shared/modules/attachments/upload/direct-upload-service.ts';
import { beginUpload } from '../../shared/modules/attachments/upload/upload-contract.ts';

export const handler = endpoint(beginUpload, async ({ scope, context, body }) => {
  const { attachmentId, form, maxBytes } = await direct.beginUpload(scope, body, context);
  const expiresInSeconds = uploadLimits.directSeconds;
  return { attachmentId, uploadUrl: form.url, fields: form.fields, expiresInSeconds, maxBytes };
});
