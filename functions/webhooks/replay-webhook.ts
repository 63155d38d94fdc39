import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { replayWebhook } from '../../shared/modules/webhooks/deliveries/replay-contract.ts';
import { startReplay } from '../../shared/modules/webhooks/deliveries/replay-service.ts';

export const handler = endpoint(replayWebhook, async ({ scope, params, body, context }) => ({
  success: true as const,
  ...(await startReplay(scope, params.id, body, context)),
}));
