import { listDefinitions } from '../../shared/entities/contract.ts';
import * as definitions from '../../shared/entities/definition-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { toList } from '../../shared/http/list.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(listDefinitions, async ({ scope, query }) => {
  const page = await definitions.listDefinitions(scope, query);
  return withRevision(toList(query, page), page.revision);
});
