import { endpoint } from '../../shared/http/endpoint.ts';
import { getRun } from '../../shared/sync/contract.ts';
import { getRunDetail } from '../../shared/sync/run-service.ts';

export const handler = endpoint(getRun, ({ scope, params, context }) =>
  getRunDetail(scope, params.id, context.nowMs),
);
