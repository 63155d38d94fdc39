import { extractContent } from '../../shared/attachments/contract.ts';
import * as library from '../../shared/attachments/library-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(extractContent, async ({ scope, params, ifMatch, context }) => {
  const { item, revision } = await library.extractContent(scope, params.id, ifMatch, context);
  return withRevision({ ok: true as const, item }, revision);
});
