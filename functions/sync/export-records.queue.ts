import { runBatch } from '../../shared/sync/engine.ts';
import type { BatchData } from '../../shared/sync/run.ts';
import { engineParts } from '../../shared/sync/wiring.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker<BatchData>(
  (message, delivery) => runBatch(message, delivery, engineParts),
  {
    closedHomes: 'handle',
  },
);
