import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { updatePaymentMethod } from '../../shared/modules/payments/methods/method-contract.ts';
import { updateMethod } from '../../shared/modules/payments/methods/method-service.ts';

export const handler = endpoint(updatePaymentMethod, ({ scope, params, body, ifMatch, context }) =>
  updateMethod(scope, params.id, body, ifMatch, context),
);
