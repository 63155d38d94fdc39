import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { getIntegrationCredentials } from '../../shared/modules/integrations/credential-contract.ts';
import { showCredentials } from '../../shared/modules/integrations/credentials-service.ts';

export const handler = endpoint(getIntegrationCredentials, async ({ scope, params }) => {
  const { shown, etag } = await showCredentials(scope, params.id);
  return new Reply(shown, { etag });
});
