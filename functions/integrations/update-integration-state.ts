import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as integrations from '../../shared/modules/integrations/integration-service.ts';
import { updateIntegrationState } from '../../shared/modules/integrations/state-contract.ts';

export const handler = endpoint(updateIntegrationState, integrations.updateIntegrationState);
