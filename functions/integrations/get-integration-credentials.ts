import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getIntegrationCredentials } from '../../shared/modules/integrations/credential-contract.ts';
import * as credentials from '../../shared/modules/integrations/credentials-service.ts';

export const handler = endpoint(getIntegrationCredentials, credentials.getIntegrationCredentials);
