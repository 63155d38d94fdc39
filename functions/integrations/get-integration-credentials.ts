import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { getIntegrationCredentials } from '../../shared/integrations/contract.ts';
import { showCredentials } from '../../shared/integrations/credential-service.ts';

export const handler = endpoint(getIntegrationCredentials, async ({ scope, params }) => {
  const { shown, etag } = await showCredentials(scope, params.id);
  return new Reply(shown, { etag });
});
