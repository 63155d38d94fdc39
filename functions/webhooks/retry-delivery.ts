import { endpoint } from '../../shared/http/endpoint.ts';
import { retryDelivery } from '../../shared/webhooks/contract.ts';
import { retryDelivery as retry } from '../../shared/webhooks/retry-service.ts';

export const handler = endpoint(retryDelivery, async ({ scope, params, ifMatch, context }) => ({
  success: true as const,
  delivery: await retry(scope, params.id, ifMatch, context),
}));
