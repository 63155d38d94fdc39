import { createDefinition } from '../../shared/entities/contract.ts';
import * as definitions from '../../shared/entities/definition-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(createDefinition, async ({ scope, context, body, ifMatch }) => {
  const { id, revision } = await definitions.define(scope, body, ifMatch, context);
  return withRevision({ id }, revision);
});
