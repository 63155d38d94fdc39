import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getIntegration } from '../../shared/integrations/contract.ts';
import * as integrations from '../../shared/integrations/integration-service.ts';

export const handler = endpoint(getIntegration, async ({ scope, params, client, context }) => {
  const { detail, revision } = await integrations.getIntegration(
    scope,
    params.id,
    client.origin,
    context.nowMs,
  );
  return withRevision(detail, revision);
});
