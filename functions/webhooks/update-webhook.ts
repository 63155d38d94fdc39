import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { updateWebhook } from '../../shared/webhooks/contract.ts';
import * as webhooks from '../../shared/webhooks/update-service.ts';
import { toDetail } from '../../shared/webhooks/webhook.ts';

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
