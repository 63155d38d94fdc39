import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toList } from '../../shared/kernel/lists/list.ts';
import { listDefinitions } from '../../shared/modules/entities/definition-contract.ts';
import * as definitions from '../../shared/modules/entities/definition-service.ts';

export const handler = endpoint(listDefinitions, async ({ scope, query }) => {
  const page = await definitions.listDefinitions(scope, query);
  return withRevision(toList(query, page), page.revision);
});
