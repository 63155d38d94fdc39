import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getWebhook } from '../../shared/webhooks/contract.ts';
import { toDetail } from '../../shared/webhooks/webhook.ts';
import * as webhooks from '../../shared/webhooks/webhook-service.ts';

export const handler = endpoint(getWebhook, async ({ scope, params, context }) => {
  const { webhook, health, revision } = await webhooks.getWebhook(scope, params.id);
  return withRevision(toDetail(webhook, health, context.nowMs), revision);
});
