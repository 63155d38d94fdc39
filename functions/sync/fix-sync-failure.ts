import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { batchDependencies } from '../../shared/modules/sync/batch-dependencies.ts';
import { fixFailure } from '../../shared/modules/sync/runs/fix-service.ts';
import { fixSyncFailure } from '../../shared/modules/sync/runs/run-contract.ts';

export const handler = endpoint(fixSyncFailure, ({ scope, params, body, context }) =>
  fixFailure(scope, params, body, batchDependencies, context),
);
