import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { createWebhook } from '../../shared/webhooks/contract.ts';
import * as secrets from '../../shared/webhooks/secret-service.ts';
import { toDetail } from '../../shared/webhooks/webhook.ts';

export const handler = endpoint(createWebhook, async ({ scope, body, context }) => {
  const { webhook, health, secret, revision } = await secrets.createWebhook(scope, body, context);
  return withRevision({ ...toDetail(webhook, health, context.nowMs), secret }, revision);
});
