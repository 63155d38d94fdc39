import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listIntegrationLogs } from '../../shared/modules/integrations/log-contract.ts';
import * as logs from '../../shared/modules/integrations/logs.ts';

export const handler = endpoint(listIntegrationLogs, logs.listIntegrationLogs);
