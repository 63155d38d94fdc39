import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getWebhookStats } from '../../shared/modules/webhooks/deliveries/stats-contract.ts';
import { webhookStats } from '../../shared/modules/webhooks/deliveries/stats.ts';

export const handler = endpoint(getWebhookStats, ({ scope, params, query, context }) =>
  webhookStats(scope, params.id, query, context.nowMs),
);
