import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listDeliveries } from '../../shared/modules/webhooks/deliveries/delivery-contract.ts';
import * as deliveries from '../../shared/modules/webhooks/deliveries/delivery-service.ts';

export const handler = endpoint(listDeliveries, deliveries.listDeliveries);
