import { endpoint } from '../../shared/http/endpoint.ts';
import { givenKey } from '../../shared/http/idempotency.ts';
import { withReplayedHeader } from '../../shared/http/replayed.ts';
import { createPaymentMethodSetup } from '../../shared/payments/contract.ts';
import { paymentLimits } from '../../shared/payments/limits.ts';
import { createSetup } from '../../shared/payments/setup-service.ts';

export const handler = endpoint(createPaymentMethodSetup, async ({ scope, body, idempotencyKey, context }) =>
  withReplayedHeader(
    await createSetup(scope, body, givenKey(idempotencyKey, paymentLimits.idempotencyKey), context),
  ),
);
