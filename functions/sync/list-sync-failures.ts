import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listSyncFailures } from '../../shared/modules/sync/contract.ts';
import * as failures from '../../shared/modules/sync/runs/failure-service.ts';

export const handler = endpoint(listSyncFailures, ({ scope, params, query, context }) =>
  failures.listFailures(scope, params.id, query, context.nowMs),
);
