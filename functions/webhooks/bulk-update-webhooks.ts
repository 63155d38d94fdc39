import { endpoint } from '../../shared/http/endpoint.ts';
import * as webhooks from '../../shared/webhooks/bulk-service.ts';
import { bulkUpdateWebhooks } from '../../shared/webhooks/contract.ts';

export const handler = endpoint(bulkUpdateWebhooks, ({ scope, body, context }) =>
  webhooks.updateWebhooks(scope, body, context),
);
