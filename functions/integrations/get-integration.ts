import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getIntegration } from '../../shared/modules/integrations/integration-contract.ts';
import * as integrations from '../../shared/modules/integrations/integration-service.ts';

export const handler = endpoint(getIntegration, async ({ scope, params, client, context }) => {
  const { detail, revision } = await integrations.getIntegration(
    scope,
    params.id,
    client.origin,
    context.nowMs,
  );
  return withRevision(detail, revision);
});
