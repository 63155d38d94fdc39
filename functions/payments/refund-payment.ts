import { endpoint } from '../../shared/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/http/replayed.ts';
import { refundPayment } from '../../shared/payments/contract.ts';
import { refund } from '../../shared/payments/operation-service.ts';
import { paymentBody } from '../../shared/payments/plain-amount.ts';

export const handler = endpoint(
  refundPayment,
  async ({ scope, body, idempotencyKey, ifMatch, context }) =>
    withReplayedHeader(await refund(scope, body, { idempotencyKey, ifMatch }, context)),
  paymentBody,
);
