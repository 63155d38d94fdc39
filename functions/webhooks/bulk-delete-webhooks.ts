import { endpoint } from '../../shared/http/endpoint.ts';
import * as webhooks from '../../shared/webhooks/bulk-service.ts';
import { bulkDeleteWebhooks } from '../../shared/webhooks/contract.ts';

export const handler = endpoint(bulkDeleteWebhooks, ({ scope, body, context }) =>
  webhooks.deleteWebhooks(scope, body.ids, context),
);
