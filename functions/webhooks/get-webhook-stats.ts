import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as stats from '../../shared/modules/webhooks/deliveries/stats.ts';
import { getWebhookStats } from '../../shared/modules/webhooks/deliveries/stats-contract.ts';

export const handler = endpoint(getWebhookStats, stats.getWebhookStats);
