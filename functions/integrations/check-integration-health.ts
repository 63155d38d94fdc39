import { endpoint } from '../../shared/http/endpoint.ts';
import { checkIntegrationHealth } from '../../shared/integrations/contract.ts';
import { checkNow } from '../../shared/integrations/health-service.ts';

export const handler = endpoint(checkIntegrationHealth, ({ scope, params, context }) =>
  checkNow(scope, params.id, context),
);
