import { runDependencies } from '../../shared/catalog/run-dependencies.ts';
import { type QueueHandler, queueWorker } from '../../shared/kernel/queues/worker.ts';
import { storeCounts } from '../../shared/modules/scheduler/runs/attempt.ts';
import { handleMessage } from '../../shared/modules/scheduler/runs/execute.ts';
import type { DueData, PlanData, RunData } from '../../shared/modules/scheduler/runs/messages.ts';

const handleBatch = queueWorker<DueData | PlanData | RunData>(
  (message) => handleMessage(message, runDependencies),
  {
    // All of a batch: runs mostly wait for AWS.
    parallelMessages: 100,
    closedHomes: 'handle',
  },
);

export const handler: QueueHandler = async (event) => {
  const response = await handleBatch(event);
  await storeCounts();
  return response;
};
