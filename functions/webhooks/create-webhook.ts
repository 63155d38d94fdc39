import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import * as secrets from '../../shared/modules/webhooks/endpoints/secret-service.ts';
import { toDetail } from '../../shared/modules/webhooks/endpoints/webhook.ts';
import { createWebhook } from '../../shared/modules/webhooks/endpoints/webhook-contract.ts';

export const handler = endpoint(createWebhook, async ({ scope, body, context }) => {
  const { webhook, health, secret, revision } = await secrets.createWebhook(scope, body, context);
  return withRevision({ ...toDetail(webhook, health, context.nowMs), secret }, revision);
});
