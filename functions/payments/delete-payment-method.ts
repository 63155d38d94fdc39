import { endpoint } from '../../shared/http/endpoint.ts';
import { deletePaymentMethod } from '../../shared/payments/contract.ts';
import { deleteMethod } from '../../shared/payments/method-service.ts';

export const handler = endpoint(deletePaymentMethod, ({ scope, params, query, ifMatch, context }) =>
  deleteMethod(scope, params.id, query, ifMatch, context),
);
