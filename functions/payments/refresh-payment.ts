import { endpoint } from '../../shared/http/endpoint.ts';
import { refreshPayment } from '../../shared/payments/contract.ts';
import { refreshNow } from '../../shared/payments/status-service.ts';
import { toState } from '../../shared/payments/views.ts';

export const handler = endpoint(refreshPayment, async ({ scope, body, context }) =>
  toState(await refreshNow(scope, body.transactionId, context)),
);
