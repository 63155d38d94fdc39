import { endpoint } from '../../shared/http/endpoint.ts';
import { getSyncRun } from '../../shared/sync/contract.ts';
import { getRunDetail } from '../../shared/sync/run-service.ts';

export const handler = endpoint(getSyncRun, ({ scope, params, context }) =>
  getRunDetail(scope, params.id, context.nowMs),
);
