import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { rotateWebhookSecret } from '../../shared/webhooks/contract.ts';
import * as webhooks from '../../shared/webhooks/webhook-service.ts';

export const handler = endpoint(rotateWebhookSecret, async ({ scope, params, body, ifMatch, context }) => {
  const { revision, ...rotated } = await webhooks.rotateSecret(scope, params.id, body, ifMatch, context);
  return withRevision({ success: true as const, ...rotated }, revision);
});
