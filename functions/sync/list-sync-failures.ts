import { endpoint } from '../../shared/http/endpoint.ts';
import { listSyncFailures } from '../../shared/sync/contract.ts';
import * as failures from '../../shared/sync/failure-service.ts';

export const handler = endpoint(listSyncFailures, ({ scope, params, query, context }) =>
  failures.listFailures(scope, params.id, query, context.nowMs),
);
