/** The worker that creates notifications of events, and bulk notifications. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';

export const notifyPeople = defineWorker({
  name: 'notifyPeople',
  module: 'notifications',
  summary: 'Creates notifications of events, and bulk notifications',
  // In an outage, many events about one webhook update the same notification. Few parallel functions avoid conflicts.
  trigger: {
    kind: 'queue',
    queue: 'notifications',
    batchSize: 10,
    maximumConcurrency: 2,
    dropsClosedHomes: true,
  },
  permissions: { table: ['BatchGetItem', 'PutItem'] },
  timeoutSeconds: 60,
});
