/** The workers that find due jobs, run them, and maintain their schedules. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';
import { jobQueueNames } from './commands/targets.ts';
import { executionTimeoutSeconds } from './limits.ts';

export const executeJobs = defineWorker({
  name: 'executeJobs',
  module: 'scheduler',
  summary: 'Runs due scheduled jobs',
  // Many jobs are due at full hours, so large batches save invocations.
  trigger: {
    kind: 'queue',
    queue: 'scheduler-execution',
    batchSize: 100,
    batchingWindowSeconds: 1,
    maximumConcurrency: 20,
  },
  permissions: {
    table: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    queues: ['scheduler-execution', 'data-sync-import', 'data-sync-export', ...jobQueueNames],
  },
  timeoutSeconds: executionTimeoutSeconds,
  // A run has at most three attempts. Without this, a job that is due every few seconds would reach Lambda's limit: its
  // plans are received together with earlier runs, and the messages of a batch count the rounds of all.
  continuesByMessage: true,
});

export const tickJobs = defineWorker({
  name: 'tickJobs',
  module: 'scheduler',
  summary: 'Requests the runs of jobs that EventBridge Scheduler cannot time',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  permissions: { table: ['Query'], queues: ['scheduler-execution'] },
  timeoutSeconds: 55,
});

export const reconcileSchedules = defineWorker({
  name: 'reconcileSchedules',
  module: 'scheduler',
  summary: 'Repairs schedules that a crash left inconsistent with their jobs',
  trigger: { kind: 'schedule', everyMinutes: 1_440 },
  permissions: {
    table: ['Query', 'BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    schedules: ['create', 'update', 'get', 'delete', 'list'],
  },
  timeoutSeconds: 900,
});
