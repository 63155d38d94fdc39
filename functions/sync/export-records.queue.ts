import { runBatch } from '../../shared/sync/engine.ts';
import { isReminder } from '../../shared/sync/messages.ts';
import type { BatchData } from '../../shared/sync/run.ts';
import { engineParts } from '../../shared/sync/wiring.ts';
import { exportRecords } from '../../shared/sync/workers.ts';
import { shareOf, withinShare } from '../../shared/workers/tenant-share.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker(
  withinShare<BatchData>(
    shareOf(exportRecords),
    (message, delivery) => runBatch(message, delivery, engineParts),
    isReminder,
  ),
  { closedHomes: 'handle' },
);
