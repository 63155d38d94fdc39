import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { deleteDefinition } from '../../shared/modules/entities/definition-contract.ts';
import * as definitions from '../../shared/modules/entities/definition-service.ts';

export const handler = endpoint(deleteDefinition, async ({ scope, context, query, ifMatch }) => {
  const revision = await definitions.undefine(scope, query, ifMatch, context);
  return withRevision({ ok: true as const }, revision);
});
