import { listDefinitions } from '../../shared/entities/contract.ts';
import * as definitions from '../../shared/entities/definition-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { toList } from '../../shared/http/list.ts';

export const handler = endpoint(listDefinitions, async ({ scope, query }) =>
  toList(query, await definitions.listDefinitions(scope, query)),
);
