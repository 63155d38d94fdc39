import { endpoint } from '../../shared/http/endpoint.ts';
import { listPaymentMethods } from '../../shared/payments/contract.ts';
import { listMethods } from '../../shared/payments/method-service.ts';

export const handler = endpoint(listPaymentMethods, ({ scope, query, context }) =>
  listMethods(scope, query, context),
);
