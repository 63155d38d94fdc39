import { endpoint } from '../../shared/http/endpoint.ts';
import { createPaymentSession } from '../../shared/payments/contract.ts';
import { givenId } from '../../shared/payments/given-id.ts';
import { paymentBody } from '../../shared/payments/plain-amount.ts';
import { createSession } from '../../shared/payments/session-service.ts';

export const handler = endpoint(
  createPaymentSession,
  ({ scope, body, idempotencyKey, context }) => createSession(scope, body, givenId(idempotencyKey), context),
  paymentBody,
);
