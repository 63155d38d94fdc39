import { endpoint } from '../../shared/http/endpoint.ts';
import { getLog } from '../../shared/rules/contract.ts';
import * as logs from '../../shared/rules/log-service.ts';

export const handler = endpoint(getLog, ({ scope, params, context }) =>
  logs.getLog(scope, params.id, context.nowMs),
);
