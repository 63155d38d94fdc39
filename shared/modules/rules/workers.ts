/** The worker that runs rules of events. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';

export const triggerRules = defineWorker({
  name: 'triggerRules',
  module: 'rules',
  summary: 'Runs the rules of events',
  trigger: {
    kind: 'queue',
    queue: 'rule-triggers',
    batchSize: 2,
    maximumConcurrency: 20,
    dropsClosedHomes: true,
  },
  permissions: { table: ['Query', 'BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
  // Rules have 5 s per event, and two events run at a time, so that other tenants' events do not wait long.
  timeoutSeconds: 120,
});
