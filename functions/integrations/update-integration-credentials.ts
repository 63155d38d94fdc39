import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { updateIntegrationCredentials } from '../../shared/integrations/contract.ts';
import { updateCredentials } from '../../shared/integrations/credential-service.ts';

export const handler = endpoint(
  updateIntegrationCredentials,
  async ({ scope, params, body, ifMatch, context }) => {
    const etag = await updateCredentials(scope, params.id, body.credentials, ifMatch, context);
    return new Reply({ ok: true as const }, { etag });
  },
);
