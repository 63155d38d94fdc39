import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getDelivery } from '../../shared/modules/webhooks/deliveries/delivery-contract.ts';
import * as deliveries from '../../shared/modules/webhooks/deliveries/delivery-service.ts';

export const handler = endpoint(getDelivery, deliveries.getDelivery);
