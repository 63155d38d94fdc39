import { endpoint } from '../../shared/http/endpoint.ts';
import { listIntegrations } from '../../shared/integrations/contract.ts';
import * as integrations from '../../shared/integrations/integration-service.ts';

export const handler = endpoint(listIntegrations, ({ scope, query, context }) =>
  integrations.listIntegrations(scope, query, context.nowMs),
);
