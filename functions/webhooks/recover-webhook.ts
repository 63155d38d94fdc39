import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { recoverWebhook } from '../../shared/modules/webhooks/deliveries/replay-contract.ts';
import { startRecovery } from '../../shared/modules/webhooks/deliveries/replay-service.ts';

export const handler = endpoint(recoverWebhook, async ({ scope, params, body, context }) => ({
  success: true as const,
  ...(await startRecovery(scope, params.id, body, context)),
}));
