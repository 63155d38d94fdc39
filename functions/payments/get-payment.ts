import { endpoint } from '../../shared/http/endpoint.ts';
import { getPayment } from '../../shared/payments/contract.ts';
import { getWhole } from '../../shared/payments/list-service.ts';

export const handler = endpoint(getPayment, ({ scope, params, context }) =>
  getWhole(scope, params.id, context.nowMs),
);
