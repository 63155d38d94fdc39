/** Workers and queues for tests of event sources: one of each kind. Their handlers are in test/workers. */
import type { QueueSpec, Worker } from '../../../shared/kernel/queues/worker-spec.ts';

export const queueOfEachKind: Readonly<Record<string, QueueSpec>> = {
  'sample-orders': {
    summary: 'Everything about orders',
    fromBus: ['sales.order.created', { prefix: 'sales.invoice.' }],
    maxReceiveCount: 3,
  },
  'sample-all': { summary: 'Every event', fromBus: 'all', maxReceiveCount: 5, retentionDays: 14 },
  'sample-tasks': { summary: 'Sent to directly', maxReceiveCount: 2 },
  'sample-errands': {
    summary: 'Sent to directly and by schedules, for services beside the table',
    fromSchedules: true,
    maxReceiveCount: 2,
  },
};

export const oneOfEachTrigger: readonly Worker[] = [
  {
    name: 'sampleFollow',
    module: 'samples',
    summary: 'Follows inserts',
    trigger: { kind: 'stream', pkPrefix: 'SAMPLE', batchSize: 10, parallelizationFactor: 2 },
    permissions: { bus: true, table: ['PutItem'] },
    timeoutSeconds: 5,
  },
  {
    name: 'sampleWork',
    module: 'samples',
    summary: 'Works through tasks',
    trigger: {
      kind: 'queue',
      queue: 'sample-tasks',
      batchSize: 20,
      batchingWindowSeconds: 1,
      maximumConcurrency: 2,
    },
    permissions: { table: ['PutItem'], queues: ['sample-tasks'] },
    timeoutSeconds: 5,
    continuesByMessage: true,
  },
  {
    name: 'sampleErrand',
    module: 'samples',
    summary: 'Uses the services beside the table',
    trigger: { kind: 'queue', queue: 'sample-errands', batchSize: 10, maximumConcurrency: 2 },
    permissions: {
      table: ['PutItem'],
      secrets: 'seal and open',
      schedules: ['create', 'update', 'get', 'delete', 'list'],
    },
    timeoutSeconds: 5,
  },
  {
    name: 'sampleListen',
    module: 'samples',
    summary: 'Listens to orders',
    trigger: {
      kind: 'queue',
      queue: 'sample-orders',
      batchSize: 10,
      maximumConcurrency: 5,
      dropsClosedHomes: true,
    },
    permissions: { table: ['PutItem'] },
    timeoutSeconds: 7,
  },
  {
    name: 'sampleSweep',
    module: 'samples',
    summary: 'Sweeps now and then',
    trigger: { kind: 'schedule', everyMinutes: 5 },
    permissions: { table: ['PutItem'] },
    timeoutSeconds: 30,
  },
];
