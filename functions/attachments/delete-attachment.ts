import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';
import { deleteAttachment } from '../../shared/modules/attachments/library/record-files-contract.ts';

export const handler = endpoint(deleteAttachment, async ({ scope, context, query, ifMatch }) => {
  await library.deleteAttachment(scope, query.id, ifMatch, context);
  return { ok: true as const };
});
