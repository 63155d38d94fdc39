import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { bulkUpdateWebhooks } from '../../shared/modules/webhooks/endpoints/bulk-contract.ts';
import * as webhooks from '../../shared/modules/webhooks/endpoints/bulk-service.ts';

export const handler = endpoint(bulkUpdateWebhooks, webhooks.bulkUpdateWebhooks);
