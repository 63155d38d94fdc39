import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import * as secrets from '../../shared/modules/webhooks/endpoints/secret-service.ts';
import { toDetail } from '../../shared/modules/webhooks/endpoints/webhook.ts';
import { createWebhook } from '../../shared/modules/webhooks/endpoints/webhook-contract.ts';

type Created = Awaited<ReturnType<typeof secrets.createWebhook>>;

const respond = ({ webhook, health, secret, revision }: Created, nowMs: number) =>
  withRevision({ ...toDetail(webhook, health, nowMs), secret }, revision);

export const handler = creation(
  createWebhook,
  async ({ scope, body, context }) =>
    respond(await secrets.createWebhook(scope, body, context), context.nowMs),
  async ({ scope, context }, created) => respond(await secrets.createdWebhook(scope, created), context.nowMs),
);
