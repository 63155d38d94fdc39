import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { updateIntegrationCredentials } from '../../shared/modules/integrations/credential-contract.ts';
import { updateCredentials } from '../../shared/modules/integrations/credentials-service.ts';

export const handler = endpoint(
  updateIntegrationCredentials,
  async ({ scope, params, body, ifMatch, context }) => {
    const etag = await updateCredentials(scope, params.id, body.credentials, ifMatch, context);
    return new Reply({ ok: true as const }, { etag });
  },
);
