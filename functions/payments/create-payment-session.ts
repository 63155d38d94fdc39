import { endpoint } from '../../shared/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/http/replayed.ts';
import { createPaymentSession } from '../../shared/payments/contract.ts';
import { givenId } from '../../shared/payments/given-id.ts';
import { paymentBody } from '../../shared/payments/plain-amount.ts';
import { createSession } from '../../shared/payments/session-service.ts';

export const handler = endpoint(
  createPaymentSession,
  async ({ scope, body, idempotencyKey, context }) =>
    withReplayedHeader(await createSession(scope, body, givenId(idempotencyKey), context)),
  paymentBody,
);
