import { endpoint } from '../../shared/http/endpoint.ts';
import { capturePayment } from '../../shared/payments/contract.ts';
import { capture } from '../../shared/payments/operation-service.ts';
import { paymentBody } from '../../shared/payments/plain-amount.ts';

export const handler = endpoint(
  capturePayment,
  ({ scope, body, idempotencyKey, context }) => capture(scope, body, idempotencyKey, context),
  paymentBody,
);
