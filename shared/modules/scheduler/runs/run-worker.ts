/** The worker of the queue of runs. */
import { type QueueHandler, queueWorker, type WorkerOptions } from '../../../kernel/queues/worker.ts';
import { runCounts } from './attempt.ts';
import { handleMessage, type RunDependencies } from './execute.ts';
import type { DueData, PlanData, RunData } from './messages.ts';

type Data = DueData | PlanData | RunData;

/** Handles the messages of a batch, and then counts the runs that it has ended. */
export function runWorker(dependencies: RunDependencies, options: WorkerOptions<Data>): QueueHandler {
  return async (event) => {
    const { countEnd, store } = runCounts();
    const handleBatch = queueWorker<Data>(
      (message) => handleMessage(message, dependencies, countEnd),
      options,
    );
    const response = await handleBatch(event);
    await store();
    return response;
  };
}
