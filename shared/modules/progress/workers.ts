/** The sweep that fails stale jobs. */
import { defineWorker } from '../../kernel/queues/worker-spec.ts';
import { progressLimits } from './limits.ts';

export const sweepProgress = defineWorker({
  name: 'sweepProgress',
  module: 'progress',
  summary: 'Fails progress jobs whose workers send no more updates',
  trigger: { kind: 'schedule', everyMinutes: progressLimits.sweepEveryMinutes },
  permissions: { table: ['Query', 'BatchGetItem', 'PutItem', 'DeleteItem', 'BatchWriteItem'] },
  timeoutSeconds: 60,
});
