import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toDetail } from '../../shared/modules/webhooks/endpoints/webhook.ts';
import { getWebhook } from '../../shared/modules/webhooks/endpoints/webhook-contract.ts';
import * as webhooks from '../../shared/modules/webhooks/endpoints/webhook-service.ts';

export const handler = endpoint(getWebhook, async ({ scope, params, context }) => {
  const { webhook, health, revision } = await webhooks.getWebhook(scope, params.id);
  return withRevision(toDetail(webhook, health, context.nowMs), revision);
});
