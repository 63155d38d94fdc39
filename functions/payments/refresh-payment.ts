import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { refreshNow } from '../../shared/modules/payments/operations/status-service.ts';
import { refreshPayment } from '../../shared/modules/payments/state-contract.ts';
import { toState } from '../../shared/modules/payments/views.ts';

export const handler = endpoint(refreshPayment, async ({ scope, body, ifMatch, context }) => {
  const payment = await refreshNow(scope, body.transactionId, ifMatch, context);
  return withRevision(toState(payment), payment.revision);
});
