/** The function that notifies people of events, and many people of one thing. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';

export const notifyPeople = defineWorker({
  name: 'notifyPeople',
  module: 'notifications',
  summary: 'Notifies people of events, and makes the notifications for many users',
  // Outages bring many events about one webhook, which meet on one notification: few functions at a time.
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
