import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { extractContent } from '../../shared/modules/attachments/library/library-contract.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';

export const handler = endpoint(extractContent, async ({ scope, params, ifMatch, context }) => {
  const { item, revision } = await library.extractContent(scope, params.id, ifMatch, context);
  return withRevision({ ok: true as const, item }, revision);
});
