import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as webhooks from '../../shared/modules/webhooks/endpoints/update-service.ts';
import { updateWebhook } from '../../shared/modules/webhooks/endpoints/webhook-contract.ts';

export const handler = endpoint(updateWebhook, webhooks.updateWebhook);
