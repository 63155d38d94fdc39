/** The functions that hear of payments, and that ask about those that nobody tells of. */
import { defineWorker } from '../../kernel/queues/contract.ts';
import { paymentLimits } from './limits.ts';

export const processPaymentEvents = defineWorker({
  name: 'processPaymentEvents',
  module: 'payments',
  summary: 'Does what the messages of payment providers say',
  trigger: { kind: 'queue', queue: 'payment-webhooks', batchSize: 5, maximumConcurrency: 20 },
  touches: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  timeoutSeconds: 30,
});

export const sweepPayments = defineWorker({
  name: 'sweepPayments',
  module: 'payments',
  summary:
    'Asks providers about payments that are open and silent, and finds out how broken operations ended',
  trigger: { kind: 'schedule', everyMinutes: paymentLimits.sweepEveryMinutes },
  touches: {
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    secrets: 'open',
  },
  timeoutSeconds: 300,
});
