/** The function that looks after jobs whose workers are silent. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';
import { progressLimits } from './limits.ts';

export const sweepProgress = defineWorker({
  name: 'sweepProgress',
  module: 'progress',
  summary: 'Has background work fail that nothing is heard of any more',
  trigger: { kind: 'schedule', everyMinutes: progressLimits.sweepEveryMinutes },
  permissions: { table: ['Query', 'BatchGetItem', 'PutItem', 'DeleteItem', 'BatchWriteItem'] },
  timeoutSeconds: 60,
});
