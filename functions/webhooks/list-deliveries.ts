import { endpoint } from '../../shared/http/endpoint.ts';
import { listDeliveries } from '../../shared/webhooks/contract.ts';
import * as deliveries from '../../shared/webhooks/delivery-service.ts';

export const handler = endpoint(listDeliveries, ({ scope, query, context }) =>
  deliveries.listDeliveries(scope, query, context.nowMs),
);
