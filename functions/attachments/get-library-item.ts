import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getLibraryItem } from '../../shared/modules/attachments/library/library-contract.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';

export const handler = endpoint(getLibraryItem, async ({ scope, params }) => {
  const { item, revision } = await library.getLibraryItem(scope, params.id);
  return withRevision({ item }, revision);
});
