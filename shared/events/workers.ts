/** The two functions that take events from the outbox to the bus. */
import { defineWorker } from '../workers/contract.ts';

export const publish = defineWorker({
  name: 'publish',
  module: 'events',
  summary: 'Publishes the events of committed transactions on the bus',
  trigger: { kind: 'stream', pkPrefix: 'OUTBOX#', batchSize: 100 },
  touches: { table: ['BatchWriteItem'], bus: true },
  timeoutSeconds: 60,
});

export const sweep = defineWorker({
  name: 'sweep',
  module: 'events',
  summary: 'Publishes events that the stream did not get to the bus',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: { table: ['Query', 'BatchWriteItem'], bus: true },
  timeoutSeconds: 55,
});
