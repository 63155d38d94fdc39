import { endpoint } from '../../shared/http/endpoint.ts';
import { updatePaymentMethod } from '../../shared/payments/contract.ts';
import { updateMethod } from '../../shared/payments/method-service.ts';

export const handler = endpoint(updatePaymentMethod, ({ scope, params, body, ifMatch, context }) =>
  updateMethod(scope, params.id, body, ifMatch, context),
);
