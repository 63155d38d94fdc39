import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getWebhookSeries } from '../../shared/modules/webhooks/deliveries/series-contract.ts';
import * as series from '../../shared/modules/webhooks/deliveries/webhook-series.ts';

export const handler = endpoint(getWebhookSeries, series.getWebhookSeries);
