import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { createWebhook } from '../../shared/webhooks/contract.ts';
import { toDetail } from '../../shared/webhooks/webhook.ts';
import * as webhooks from '../../shared/webhooks/webhook-service.ts';

export const handler = endpoint(createWebhook, async ({ scope, body, context }) => {
  const { webhook, health, secret, revision } = await webhooks.createWebhook(scope, body, context);
  return withRevision({ ...toDetail(webhook, health, context.nowMs), secret }, revision);
});
