import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/kernel/http/replayed.ts';
import { cancelPayment } from '../../shared/modules/payments/operations/operation-contract.ts';
import { cancel } from '../../shared/modules/payments/operations/operation-service.ts';
import { paymentBody } from '../../shared/modules/payments/plain-amount.ts';

export const handler = endpoint(
  cancelPayment,
  async ({ scope, body, idempotencyKey, ifMatch, context }) =>
    withReplayedHeader(await cancel(scope, body, { idempotencyKey, ifMatch }, context)),
  paymentBody,
);
