import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { handleMessage, handleTogether, parallelRuns } from '../../shared/modules/scheduler/runs/execute.ts';
import type { DueData, RunData } from '../../shared/modules/scheduler/runs/messages.ts';

export const handler = queueWorker<DueData | RunData>(handleMessage, {
  parallelMessages: parallelRuns,
  together: handleTogether,
  closedHomes: 'handle',
});
