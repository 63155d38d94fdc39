import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/kernel/http/replayed.ts';
import { refundPayment } from '../../shared/modules/payments/operations/operation-contract.ts';
import { refund } from '../../shared/modules/payments/operations/operation-service.ts';
import { paymentBody } from '../../shared/modules/payments/plain-amount.ts';

export const handler = endpoint(
  refundPayment,
  async ({ scope, body, idempotencyKey, ifMatch, context }) =>
    withReplayedHeader(await refund(scope, body, { idempotencyKey, ifMatch }, context)),
  paymentBody,
);
