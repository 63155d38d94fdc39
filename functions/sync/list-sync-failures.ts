import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listSyncFailures } from '../../shared/modules/sync/runs/run-contract.ts';
import { listRunFailures } from '../../shared/modules/sync/runs/run-service.ts';

export const handler = endpoint(listSyncFailures, ({ scope, params, query, context }) =>
  listRunFailures(scope, params.id, query, context.nowMs),
);
