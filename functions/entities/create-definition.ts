import { createDefinition } from '../../shared/entities/contract.ts';
import * as definitions from '../../shared/entities/definition-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(createDefinition, async ({ scope, context, body }) => ({
  id: await definitions.define(scope, body, context),
}));
