import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteLogs } from '../../shared/rules/contract.ts';
import * as logs from '../../shared/rules/log-service.ts';

export const handler = endpoint(deleteLogs, ({ scope, query, context }) =>
  logs.deleteLogs(scope, query, context),
);
