import { endpoint } from '../../shared/http/endpoint.ts';
import { getLogStats } from '../../shared/rules/contract.ts';
import * as logs from '../../shared/rules/log-service.ts';

export const handler = endpoint(getLogStats, ({ scope, query, context }) =>
  logs.readStats(scope, query, context.nowMs),
);
