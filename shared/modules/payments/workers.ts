/** The functions that process messages about payments, and that query overdue ones. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';
import { paymentLimits } from './limits.ts';

export const processPaymentEvents = defineWorker({
  name: 'processPaymentEvents',
  module: 'payments',
  summary: 'Does what the messages of payment providers say',
  trigger: { kind: 'queue', queue: 'payment-webhooks', batchSize: 5, maximumConcurrency: 20 },
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  timeoutSeconds: 30,
});

export const sweepPayments = defineWorker({
  name: 'sweepPayments',
  module: 'payments',
  summary:
    'Asks providers about payments that are open and silent, and finds out how broken operations ended',
  trigger: { kind: 'schedule', everyMinutes: paymentLimits.sweepEveryMinutes },
  permissions: {
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    secrets: 'open',
  },
  timeoutSeconds: 300,
});
