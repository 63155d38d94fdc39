import { endpoint } from '../../shared/http/endpoint.ts';
import { listSyncRuns } from '../../shared/sync/contract.ts';
import * as runs from '../../shared/sync/run-service.ts';

export const handler = endpoint(listSyncRuns, ({ scope, query, context }) =>
  runs.listRuns(scope, query, context.nowMs),
);
