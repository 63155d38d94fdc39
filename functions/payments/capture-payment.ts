import { endpoint } from '../../shared/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/http/replayed.ts';
import { capturePayment } from '../../shared/payments/contract.ts';
import { capture } from '../../shared/payments/operation-service.ts';
import { paymentBody } from '../../shared/payments/plain-amount.ts';

export const handler = endpoint(
  capturePayment,
  async ({ scope, body, idempotencyKey, ifMatch, context }) =>
    withReplayedHeader(await capture(scope, body, { idempotencyKey, ifMatch }, context)),
  paymentBody,
);
