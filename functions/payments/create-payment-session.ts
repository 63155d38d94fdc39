import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/kernel/http/replayed.ts';
import { requestedKey } from '../../shared/modules/payments/operations/requested-key.ts';
import { paymentBody } from '../../shared/modules/payments/plain-amount.ts';
import { createPaymentSession } from '../../shared/modules/payments/sessions/session-contract.ts';
import { createSession } from '../../shared/modules/payments/sessions/session-service.ts';

export const handler = endpoint(
  createPaymentSession,
  async ({ scope, body, idempotencyKey, context }) =>
    withReplayedHeader(await createSession(scope, body, requestedKey(idempotencyKey), context)),
  paymentBody,
);
