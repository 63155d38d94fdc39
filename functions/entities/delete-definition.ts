import { deleteDefinition } from '../../shared/entities/contract.ts';
import * as definitions from '../../shared/entities/definition-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(deleteDefinition, async ({ scope, context, query, ifMatch }) => {
  const revision = await definitions.undefine(scope, query, ifMatch, context);
  return withRevision({ ok: true as const }, revision);
});
