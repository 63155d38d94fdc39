import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteWebhook } from '../../shared/webhooks/contract.ts';
import * as webhooks from '../../shared/webhooks/webhook-service.ts';

export const handler = endpoint(deleteWebhook, async ({ scope, params, ifMatch, context }) => {
  await webhooks.deleteWebhook(scope, params.id, ifMatch, context);
  return { success: true } as const;
});
