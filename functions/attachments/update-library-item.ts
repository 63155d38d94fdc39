import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateLibraryItem } from '../../shared/modules/attachments/library/library-contract.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';

export const handler = endpoint(updateLibraryItem, async ({ scope, params, body, ifMatch, context }) => {
  const { item, revision } = await library.updateLibraryItem(scope, params.id, body, ifMatch, context);
  return withRevision({ ok: true as const, item }, revision);
});
