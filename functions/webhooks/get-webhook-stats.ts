import { endpoint } from '../../shared/http/endpoint.ts';
import { getWebhookStats } from '../../shared/webhooks/contract.ts';
import { webhookStats } from '../../shared/webhooks/stats.ts';

export const handler = endpoint(getWebhookStats, ({ scope, params, query, context }) =>
  webhookStats(scope, params.id, query, context.nowMs),
);
