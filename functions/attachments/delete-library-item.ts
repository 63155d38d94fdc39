import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteLibraryItem } from '../../shared/modules/attachments/library/library-contract.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';

export const handler = endpoint(deleteLibraryItem, async ({ scope, context, params, ifMatch }) => {
  await library.deleteAttachment(scope, params.id, ifMatch, context);
  return { ok: true as const };
});
