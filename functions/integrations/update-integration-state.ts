import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toState } from '../../shared/modules/integrations/integration.ts';
import * as integrations from '../../shared/modules/integrations/integration-service.ts';
import { updateIntegrationState } from '../../shared/modules/integrations/state-contract.ts';

export const handler = endpoint(updateIntegrationState, async ({ scope, params, body, ifMatch, context }) => {
  const { definition, state } = await integrations.updateState(scope, params.id, body, ifMatch, context);
  const { isEnabled, reauthRequired, apiVersion, updatedAt } = toState(definition, state);
  return withRevision({ isEnabled, reauthRequired, apiVersion, updatedAt }, state.revision);
});
