import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import * as webhooks from '../../shared/modules/webhooks/endpoints/update-service.ts';
import { toDetail } from '../../shared/modules/webhooks/endpoints/webhook.ts';
import { updateWebhook } from '../../shared/modules/webhooks/endpoints/webhook-contract.ts';

export const handler = endpoint(updateWebhook, async ({ scope, params, body, ifMatch, context }) => {
  const { webhook, health, revision } = await webhooks.updateWebhook(
    scope,
    params.id,
    body,
    ifMatch,
    context,
  );
  return withRevision(toDetail(webhook, health, context.nowMs), revision);
});
