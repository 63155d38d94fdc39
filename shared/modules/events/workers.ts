/** The workers that publish events from the outbox on the bus, and from there to browsers. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';

export const publish = defineWorker({
  name: 'publish',
  module: 'events',
  summary: 'Publishes the events of committed transactions on the bus',
  trigger: { kind: 'stream', pkPrefix: 'OUTBOX#', batchSize: 100 },
  permissions: { table: ['BatchWriteItem'], bus: true },
  timeoutSeconds: 60,
});

export const sweep = defineWorker({
  name: 'sweep',
  module: 'events',
  summary: 'Publishes events that the stream has left in the outbox',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  permissions: { table: ['Query', 'BatchWriteItem'], bus: true },
  timeoutSeconds: 55,
});

export const broadcast = defineWorker({
  name: 'broadcast',
  module: 'events',
  summary: 'Puts events into the feeds of tenants with open event streams',
  // The frames of a tenant are numbered in order, so more concurrent workers would only wait for each other.
  trigger: {
    kind: 'queue',
    queue: 'broadcast',
    batchSize: 10,
    maximumConcurrency: 5,
    dropsClosedHomes: true,
  },
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  timeoutSeconds: 15,
});

export const recordEvents = defineWorker({
  name: 'recordEvents',
  module: 'events',
  summary: 'Puts events into the log of their tenants',
  // One BatchWriteItem takes 25 items.
  trigger: {
    kind: 'queue',
    queue: 'event-log',
    batchSize: 25,
    batchingWindowSeconds: 1,
    maximumConcurrency: 10,
    dropsClosedHomes: true,
  },
  permissions: { table: ['BatchWriteItem'], files: ['write events'] },
  timeoutSeconds: 30,
});

export const eraseEvents = defineWorker({
  name: 'eraseEvents',
  module: 'events',
  summary: 'Erases the data of logged events about deleted persons and records',
  // A pass reads the whole log of a tenant, which deletions of a batch share.
  trigger: {
    kind: 'queue',
    queue: 'event-erasure',
    batchSize: 1_000,
    batchingWindowSeconds: 1,
    maximumConcurrency: 2,
    dropsClosedHomes: true,
  },
  permissions: {
    table: ['Query', 'PutItem', 'BatchWriteItem'],
    files: ['read events', 'delete events', 'list'],
    queues: ['event-erasure'],
  },
  timeoutSeconds: 300,
  // A long log takes several messages, and a young deletion a second pass.
  continuesByMessage: true,
});
