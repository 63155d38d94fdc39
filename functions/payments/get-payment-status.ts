import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getPaymentStatus } from '../../shared/payments/contract.ts';
import { getStatus } from '../../shared/payments/status-service.ts';
import { toState } from '../../shared/payments/views.ts';

export const handler = endpoint(getPaymentStatus, async ({ scope, query, context }) => {
  const payment = await getStatus(scope, query.transactionId, context);
  return withRevision(toState(payment), payment.revision);
});
