import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { rotateWebhookSecret } from '../../shared/webhooks/contract.ts';
import * as secrets from '../../shared/webhooks/secret-service.ts';

export const handler = endpoint(rotateWebhookSecret, async ({ scope, params, body, ifMatch, context }) => {
  const { revision, ...rotated } = await secrets.rotateSecret(scope, params.id, body, ifMatch, context);
  return withRevision({ success: true as const, ...rotated }, revision);
});
