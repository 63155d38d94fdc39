/** The workers between an event and its receivers. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';

export const dispatch = defineWorker({
  name: 'dispatch',
  module: 'webhooks',
  summary: 'Creates a delivery of each event for every subscribed webhook',
  trigger: {
    kind: 'queue',
    queue: 'webhook-dispatch',
    batchSize: 10,
    maximumConcurrency: 10,
    dropsClosedHomes: true,
  },
  permissions: {
    table: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    queues: ['webhook-deliveries'],
  },
  timeoutSeconds: 30,
});

export const deliver = defineWorker({
  name: 'deliver',
  module: 'webhooks',
  summary: 'Signs and sends deliveries, and records the results',
  trigger: {
    kind: 'queue',
    queue: 'webhook-deliveries',
    batchSize: 10,
    maximumConcurrency: 50,
    maxPerTenant: 20,
  },
  permissions: {
    table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    queues: ['webhook-deliveries'],
    // A tenant whose rules send requests may have no data key yet, which signs their hops.
    secrets: 'seal and open',
    schedules: ['create'],
  },
  // The maximum timeout of a webhook, and time for table requests before and after.
  timeoutSeconds: 90,
  sendsForTenants: true,
  // A retry is a message to its own queue; the webhook's maximum of attempts limits their number.
  continuesByMessage: true,
});

export const replay = defineWorker({
  name: 'replay',
  module: 'webhooks',
  summary: 'Sends logged events to a webhook again',
  trigger: {
    kind: 'queue',
    queue: 'webhook-recovery',
    batchSize: 1,
    maximumConcurrency: 5,
    dropsClosedHomes: true,
  },
  permissions: {
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    queues: ['webhook-deliveries', 'webhook-recovery'],
    files: ['read events', 'list'],
  },
  timeoutSeconds: 60,
  // Each message continues with the next page of a log, which ends.
  continuesByMessage: true,
});
