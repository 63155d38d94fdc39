import { updateLibraryItem } from '../../shared/attachments/contract.ts';
import * as library from '../../shared/attachments/library-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(updateLibraryItem, async ({ scope, params, body, ifMatch, context }) => {
  const { item, revision } = await library.updateLibraryItem(scope, params.id, body, ifMatch, context);
  return withRevision({ ok: true as const, item }, revision);
});
