/** The functions that work on sync runs, and the watchdog that recovers stalled ones. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';
import { syncLimits } from './runs/run-limits.ts';

const rows = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;

export const importRecords = defineWorker({
  name: 'importRecords',
  module: 'sync',
  summary: 'Imports the next batch of a run, and continues runs whose integration can be used again',
  trigger: {
    kind: 'queue',
    queue: 'data-sync-import',
    batchSize: 1,
    maximumConcurrency: 20,
    maxPerTenant: 5,
  },
  permissions: {
    table: [...rows, 'ConditionCheckItem'],
    queues: ['data-sync-import', 'data-sync-export'],
    secrets: 'open',
    files: ['read originals', 'list'],
  },
  timeoutSeconds: syncLimits.workerSeconds,
  memoryMb: 1_024,
  sendsForTenants: true,
  // Runs count their batches and have a maximum, so the chain of messages ends.
  continuesByMessage: true,
});

export const exportRecords = defineWorker({
  name: 'exportRecords',
  module: 'sync',
  summary: 'Exports the next batch of a run',
  trigger: {
    kind: 'queue',
    queue: 'data-sync-export',
    batchSize: 1,
    maximumConcurrency: 20,
    maxPerTenant: 5,
  },
  permissions: { table: rows, queues: ['data-sync-export'], secrets: 'open' },
  timeoutSeconds: syncLimits.workerSeconds,
  memoryMb: 1_024,
  sendsForTenants: true,
  // As above: the batches are counted and have a maximum.
  continuesByMessage: true,
});

export const recoverStalledRuns = defineWorker({
  name: 'recoverStalledRuns',
  module: 'sync',
  summary:
    'Recovers sync runs without progress, whose workers died or whose messages were lost, and continues paused runs',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  permissions: {
    table: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    queues: ['data-sync-import', 'data-sync-export'],
  },
  timeoutSeconds: 60,
});
