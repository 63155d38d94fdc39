/** The functions that process messages about payments, and that query overdue ones. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';
import { paymentLimits } from './limits.ts';

export const processPaymentEvents = defineWorker({
  name: 'processPaymentEvents',
  module: 'payments',
  summary: 'Processes the messages of payment providers',
  trigger: { kind: 'queue', queue: 'payment-webhooks', batchSize: 5, maximumConcurrency: 20 },
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  timeoutSeconds: 30,
});

export const sweepPayments = defineWorker({
  name: 'sweepPayments',
  module: 'payments',
  summary: 'Queries providers about open payments without news, and reconciles interrupted operations',
  trigger: { kind: 'schedule', everyMinutes: paymentLimits.sweepEveryMinutes },
  permissions: {
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    secrets: 'open',
  },
  timeoutSeconds: 300,
});
