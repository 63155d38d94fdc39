import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { webhookStats } from '../../shared/modules/webhooks/deliveries/stats.ts';
import { getWebhookStats } from '../../shared/modules/webhooks/deliveries/stats-contract.ts';

export const handler = endpoint(getWebhookStats, ({ scope, params, query, context }) =>
  webhookStats(scope, params.id, query, context.nowMs),
);
