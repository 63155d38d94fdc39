import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import * as secrets from '../../shared/modules/webhooks/endpoints/secret-service.ts';
import { rotateWebhookSecret } from '../../shared/modules/webhooks/endpoints/webhook-contract.ts';

export const handler = endpoint(rotateWebhookSecret, async ({ scope, params, body, ifMatch, context }) => {
  const { revision, ...rotated } = await secrets.rotateSecret(scope, params.id, body, ifMatch, context);
  return withRevision({ success: true as const, ...rotated }, revision);
});
