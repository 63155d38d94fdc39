import { endpoint } from '../../shared/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/http/replayed.ts';
import { cancelPayment } from '../../shared/payments/contract.ts';
import { cancel } from '../../shared/payments/operation-service.ts';
import { paymentBody } from '../../shared/payments/plain-amount.ts';

export const handler = endpoint(
  cancelPayment,
  async ({ scope, body, idempotencyKey, ifMatch, context }) =>
    withReplayedHeader(await cancel(scope, body, { idempotencyKey, ifMatch }, context)),
  paymentBody,
);
