import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { retryDelivery } from '../../shared/modules/webhooks/deliveries/delivery-contract.ts';
import * as deliveries from '../../shared/modules/webhooks/deliveries/retry-service.ts';

export const handler = endpoint(retryDelivery, deliveries.retryDelivery);
