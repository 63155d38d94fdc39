import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { bulkDeleteWebhooks } from '../../shared/modules/webhooks/endpoints/bulk-contract.ts';
import * as webhooks from '../../shared/modules/webhooks/endpoints/bulk-service.ts';

export const handler = endpoint(bulkDeleteWebhooks, webhooks.bulkDeleteWebhooks);
