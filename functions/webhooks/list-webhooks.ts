import { endpoint } from '../../shared/http/endpoint.ts';
import { listWebhooks } from '../../shared/webhooks/contract.ts';
import * as webhooks from '../../shared/webhooks/webhook-service.ts';

export const handler = endpoint(listWebhooks, async ({ scope, query }) =>
  webhooks.listWebhooks(scope, query),
);
