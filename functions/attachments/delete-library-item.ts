import { deleteLibraryItem } from '../../shared/attachments/contract.ts';
import * as library from '../../shared/attachments/library-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deleteLibraryItem, async ({ scope, context, params, ifMatch }) => {
  await library.deleteAttachment(scope, params.id, ifMatch, context);
  return { ok: true as const };
});
