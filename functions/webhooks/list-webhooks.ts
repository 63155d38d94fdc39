import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listWebhooks } from '../../shared/modules/webhooks/endpoints/webhook-contract.ts';
import * as webhooks from '../../shared/modules/webhooks/endpoints/webhook-service.ts';

export const handler = endpoint(listWebhooks, webhooks.listWebhooks);
