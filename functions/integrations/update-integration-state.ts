import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { updateIntegrationState } from '../../shared/integrations/contract.ts';
import { toState } from '../../shared/integrations/integration.ts';
import * as integrations from '../../shared/integrations/integration-service.ts';

export const handler = endpoint(updateIntegrationState, async ({ scope, params, body, ifMatch, context }) => {
  const { definition, state } = await integrations.updateState(scope, params.id, body, ifMatch, context);
  const { isEnabled, reauthRequired, apiVersion, updatedAt } = toState(definition, state);
  return withRevision({ isEnabled, reauthRequired, apiVersion, updatedAt }, state.revision);
});
