import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getWebhook } from '../../shared/modules/webhooks/endpoints/webhook-contract.ts';
import * as webhooks from '../../shared/modules/webhooks/endpoints/webhook-service.ts';

export const handler = endpoint(getWebhook, webhooks.getWebhook);
