import { getLibraryItem } from '../../shared/attachments/contract.ts';
import * as library from '../../shared/attachments/library-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(getLibraryItem, async ({ scope, params }) => {
  const { item, revision } = await library.getLibraryItem(scope, params.id);
  return withRevision({ item }, revision);
});
