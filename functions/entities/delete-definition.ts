import { deleteDefinition } from '../../shared/entities/contract.ts';
import * as definitions from '../../shared/entities/definition-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deleteDefinition, async ({ scope, principal, query }) => {
  await definitions.undefine(scope, query, { principal, nowMs: Date.now() });
  return { ok: true as const };
});
