import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createDefinition } from '../../shared/modules/entities/definition-contract.ts';
import * as definitions from '../../shared/modules/entities/definition-service.ts';

export const handler = endpoint(createDefinition, async ({ scope, context, body, ifMatch }) => {
  const { id, revision } = await definitions.define(scope, body, ifMatch, context);
  return withRevision({ id }, revision);
});
