import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { givenKey } from '../../shared/kernel/http/idempotency.ts';
import { withReplayedHeader } from '../../shared/kernel/http/replayed.ts';
import { paymentLimits } from '../../shared/modules/payments/limits.ts';
import { createPaymentMethodSetup } from '../../shared/modules/payments/methods/method-contract.ts';
import { createSetup } from '../../shared/modules/payments/methods/setup-service.ts';

export const handler = endpoint(createPaymentMethodSetup, async ({ scope, body, idempotencyKey, context }) =>
  withReplayedHeader(
    await createSetup(scope, body, givenKey(idempotencyKey, paymentLimits.idempotencyKey), context),
  ),
);
