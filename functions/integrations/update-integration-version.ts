import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import * as integrations from '../../shared/modules/integrations/integration-service.ts';
import { updateIntegrationVersion } from '../../shared/modules/integrations/state-contract.ts';

export const handler = endpoint(
  updateIntegrationVersion,
  async ({ scope, params, body, ifMatch, context }) => {
    const { apiVersion } = body;
    const { revision, ...changed } = await integrations.updateVersion(
      scope,
      params.id,
      apiVersion,
      ifMatch,
      context,
    );
    return withRevision(changed, revision);
  },
);
