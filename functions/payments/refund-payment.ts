import { endpoint } from '../../shared/http/endpoint.ts';
import { refundPayment } from '../../shared/payments/contract.ts';
import { refund } from '../../shared/payments/operation-service.ts';
import { paymentBody } from '../../shared/payments/plain-amount.ts';

export const handler = endpoint(
  refundPayment,
  ({ scope, body, idempotencyKey, context }) => refund(scope, body, idempotencyKey, context),
  paymentBody,
);
