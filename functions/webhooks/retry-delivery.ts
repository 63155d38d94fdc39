import { endpoint } from '../../shared/http/endpoint.ts';
import { retryDelivery } from '../../shared/webhooks/contract.ts';
import * as deliveries from '../../shared/webhooks/delivery-service.ts';

export const handler = endpoint(retryDelivery, async ({ scope, params, context }) => ({
  success: true as const,
  delivery: await deliveries.retryDelivery(scope, params.id, context),
}));
