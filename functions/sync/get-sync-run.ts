import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getSyncRun } from '../../shared/modules/sync/runs/run-contract.ts';
import { getRunDetail } from '../../shared/modules/sync/runs/run-service.ts';

export const handler = endpoint(getSyncRun, ({ scope, params, context }) =>
  getRunDetail(scope, params.id, context.nowMs),
);
