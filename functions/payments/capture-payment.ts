import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/kernel/http/replayed.ts';
import { capturePayment } from '../../shared/modules/payments/operations/operation-contract.ts';
import { capture } from '../../shared/modules/payments/operations/operation-service.ts';
import { paymentBody } from '../../shared/modules/payments/plain-amount.ts';

export const handler = endpoint(
  capturePayment,
  async ({ scope, body, idempotencyKey, ifMatch, context }) =>
    withReplayedHeader(await capture(scope, body, { idempotencyKey, ifMatch }, context)),
  paymentBody,
);
