import { shareOf, withinShare } from '../../shared/kernel/queues/tenant-share.ts';
import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { runBatch } from '../../shared/modules/sync/batches/engine.ts';
import { isReminder } from '../../shared/modules/sync/runs/messages.ts';
import type { BatchData } from '../../shared/modules/sync/runs/run.ts';
import { engineParts } from '../../shared/modules/sync/wiring.ts';
import { exportRecords } from '../../shared/modules/sync/workers.ts';

export const handler = queueWorker(
  withinShare<BatchData>(
    shareOf(exportRecords),
    (message, delivery) => runBatch(message, delivery, engineParts),
    isReminder,
  ),
  { closedHomes: 'handle' },
);
