import { endpoint } from '../../shared/http/endpoint.ts';
import { recoverWebhook } from '../../shared/webhooks/contract.ts';
import { startRecovery } from '../../shared/webhooks/recovery.ts';

export const handler = endpoint(recoverWebhook, async ({ scope, params, body, context }) => ({
  success: true as const,
  ...(await startRecovery(scope, params.id, body, context)),
}));
