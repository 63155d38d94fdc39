import { deleteDefinition } from '../../shared/entities/contract.ts';
import * as definitions from '../../shared/entities/definition-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deleteDefinition, async ({ scope, context, query }) => {
  await definitions.undefine(scope, query, context);
  return { ok: true as const };
});
