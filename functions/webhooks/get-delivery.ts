import { endpoint } from '../../shared/http/endpoint.ts';
import { getDelivery } from '../../shared/webhooks/contract.ts';
import * as deliveries from '../../shared/webhooks/delivery-service.ts';

export const handler = endpoint(getDelivery, ({ scope, params, context }) =>
  deliveries.getDelivery(scope, params.id, context.nowMs),
);
