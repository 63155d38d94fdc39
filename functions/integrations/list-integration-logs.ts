import { endpoint } from '../../shared/http/endpoint.ts';
import { listIntegrationLogs } from '../../shared/integrations/contract.ts';
import * as logs from '../../shared/integrations/log-service.ts';

export const handler = endpoint(listIntegrationLogs, ({ scope, query, context }) =>
  logs.listIntegrationLogs(scope, query, context.nowMs),
);
