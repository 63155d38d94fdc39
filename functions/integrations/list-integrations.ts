import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listIntegrations } from '../../shared/modules/integrations/integration-contract.ts';
import * as integrations from '../../shared/modules/integrations/integration-service.ts';

export const handler = endpoint(listIntegrations, integrations.listIntegrations);
