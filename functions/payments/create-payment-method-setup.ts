import { endpoint } from '../../shared/http/endpoint.ts';
import { withReplayedHeader } from '../../shared/http/replayed.ts';
import { createPaymentMethodSetup } from '../../shared/payments/contract.ts';
import { givenId } from '../../shared/payments/given-id.ts';
import { createSetup } from '../../shared/payments/setup-service.ts';

export const handler = endpoint(createPaymentMethodSetup, async ({ scope, body, idempotencyKey, context }) =>
  withReplayedHeader(await createSetup(scope, body, givenId(idempotencyKey), context)),
);
