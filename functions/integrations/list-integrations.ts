import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listIntegrations } from '../../shared/modules/integrations/integration-contract.ts';
import * as integrations from '../../shared/modules/integrations/integration-service.ts';

export const handler = endpoint(listIntegrations, ({ scope, query, context }) =>
  integrations.listIntegrations(scope, query, context.nowMs),
);
