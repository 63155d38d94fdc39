import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getWebhookSeries } from '../../shared/modules/webhooks/deliveries/series-contract.ts';
import { webhookSeries } from '../../shared/modules/webhooks/deliveries/webhook-series.ts';

export const handler = endpoint(getWebhookSeries, async ({ scope, params, query, context }) =>
  webhookSeries(scope, params.id, query, context.nowMs),
);
