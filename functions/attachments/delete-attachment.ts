import { deleteAttachment } from '../../shared/attachments/contract.ts';
import * as library from '../../shared/attachments/library-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deleteAttachment, async ({ scope, context, query, ifMatch }) => {
  await library.deleteAttachment(scope, query.id, ifMatch, context);
  return { ok: true as const };
});
