import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { retryDelivery } from '../../shared/modules/webhooks/deliveries/delivery-contract.ts';
import { retryDelivery as retry } from '../../shared/modules/webhooks/deliveries/retry-service.ts';

export const handler = endpoint(retryDelivery, async ({ scope, params, ifMatch, context }) => ({
  success: true as const,
  delivery: await retry(scope, params.id, ifMatch, context),
}));
