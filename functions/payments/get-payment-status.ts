import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getStatus } from '../../shared/modules/payments/operations/status-service.ts';
import { getPaymentStatus } from '../../shared/modules/payments/state-contract.ts';
import { toState } from '../../shared/modules/payments/views.ts';

export const handler = endpoint(getPaymentStatus, async ({ scope, query, context }) => {
  const payment = await getStatus(scope, query.transactionId, context);
  return withRevision(toState(payment), payment.revision);
});
