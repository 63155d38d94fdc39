import { runDependencies } from '../../shared/catalog/run-dependencies.ts';
import { runWorker } from '../../shared/modules/scheduler/runs/run-worker.ts';

export const handler = runWorker(runDependencies, {
  // All of a batch: runs mostly wait for AWS.
  parallelMessages: 100,
  closedHomes: 'handle',
});
