import { endpoint } from '../../shared/http/endpoint.ts';
import { getPaymentMethod } from '../../shared/payments/contract.ts';
import { getMethod } from '../../shared/payments/method-service.ts';

export const handler = endpoint(getPaymentMethod, ({ scope, params, query, context }) =>
  getMethod(scope, params.id, query, context),
);
