import { endpoint } from '../../shared/http/endpoint.ts';
import { listLogs } from '../../shared/rules/contract.ts';
import * as logs from '../../shared/rules/log-service.ts';

export const handler = endpoint(listLogs, ({ scope, query, context }) =>
  logs.listLogs(scope, query, context.nowMs),
);
