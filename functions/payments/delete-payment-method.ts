import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deletePaymentMethod } from '../../shared/modules/payments/methods/method-contract.ts';
import { deleteMethod } from '../../shared/modules/payments/methods/method-service.ts';

export const handler = endpoint(deletePaymentMethod, ({ scope, params, query, ifMatch, context }) =>
  deleteMethod(scope, params.id, query, ifMatch, context),
);
