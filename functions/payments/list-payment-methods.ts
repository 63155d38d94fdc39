import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listPaymentMethods } from '../../shared/modules/payments/methods/method-contract.ts';
import { listMethods } from '../../shared/modules/payments/methods/method-service.ts';

export const handler = endpoint(listPaymentMethods, ({ scope, query, context }) =>
  listMethods(scope, query, context),
);
