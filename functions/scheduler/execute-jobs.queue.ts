import { handleMessage, handleTogether, parallelRuns } from '../../shared/scheduler/execute.ts';
import type { DueData, RunData } from '../../shared/scheduler/messages.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker<DueData | RunData>(handleMessage, {
  parallelMessages: parallelRuns,
  together: handleTogether,
  closedHomes: 'handle',
});
