import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getPaymentMethod } from '../../shared/modules/payments/methods/method-contract.ts';
import { getMethod } from '../../shared/modules/payments/methods/method-service.ts';

export const handler = endpoint(getPaymentMethod, ({ scope, params, query, context }) =>
  getMethod(scope, params.id, query, context),
);
