import { endpoint } from '../../shared/http/endpoint.ts';
import { listFailures } from '../../shared/sync/contract.ts';
import * as failures from '../../shared/sync/failure-service.ts';

export const handler = endpoint(listFailures, ({ scope, params, query, context }) =>
  failures.listFailures(scope, params.id, query, context.nowMs),
);
