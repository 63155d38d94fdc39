import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getWithHistory } from '../../shared/modules/payments/list-service.ts';
import { getPayment } from '../../shared/modules/payments/transaction-contract.ts';

export const handler = endpoint(getPayment, ({ scope, params, context }) =>
  getWithHistory(scope, params.id, context.nowMs),
);
