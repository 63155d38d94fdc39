import { runDependencies } from '../../shared/catalog/run-dependencies.ts';
import { type QueueHandler, queueWorker } from '../../shared/kernel/queues/worker.ts';
import { runCounts } from '../../shared/modules/scheduler/runs/attempt.ts';
import { handleMessage } from '../../shared/modules/scheduler/runs/execute.ts';
import type { DueData, PlanData, RunData } from '../../shared/modules/scheduler/runs/messages.ts';

export const handler: QueueHandler = async (event) => {
  const { countEnd, store } = runCounts();
  const handleBatch = queueWorker<DueData | PlanData | RunData>(
    (message) => handleMessage(message, runDependencies, countEnd),
    {
      // All of a batch: runs mostly wait for AWS.
      parallelMessages: 100,
      closedHomes: 'handle',
    },
  );
  const response = await handleBatch(event);
  await store();
  return response;
};
