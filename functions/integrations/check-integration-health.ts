import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as health from '../../shared/modules/integrations/health-service.ts';
import { checkIntegrationHealth } from '../../shared/modules/integrations/log-contract.ts';

export const handler = endpoint(checkIntegrationHealth, health.checkIntegrationHealth);
