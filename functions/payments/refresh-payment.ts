import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { refreshPayment } from '../../shared/payments/contract.ts';
import { refreshNow } from '../../shared/payments/status-service.ts';
import { toState } from '../../shared/payments/views.ts';

export const handler = endpoint(refreshPayment, async ({ scope, body, ifMatch, context }) => {
  const payment = await refreshNow(scope, body.transactionId, ifMatch, context);
  return withRevision(toState(payment), payment.revision);
});
