import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { updatePaymentMethod } from '../../shared/modules/payments/methods/method-contract.ts';
import * as methods from '../../shared/modules/payments/methods/method-service.ts';

export const handler = endpoint(updatePaymentMethod, methods.updatePaymentMethod);
