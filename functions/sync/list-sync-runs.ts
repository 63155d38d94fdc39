import { endpoint } from '../../shared/http/endpoint.ts';
import { listRuns } from '../../shared/sync/contract.ts';
import * as runs from '../../shared/sync/run-service.ts';

export const handler = endpoint(listRuns, ({ scope, query, context }) =>
  runs.listRuns(scope, query, context.nowMs),
);
