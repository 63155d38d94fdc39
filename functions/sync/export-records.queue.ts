import { shareOf, withinShare } from '../../shared/kernel/queues/tenant-share.ts';
import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { batchDependencies } from '../../shared/modules/sync/batch-dependencies.ts';
import { runBatch } from '../../shared/modules/sync/batches/batch-handler.ts';
import { type BatchData, isReminder } from '../../shared/modules/sync/runs/run.ts';
import { exportRecords } from '../../shared/modules/sync/workers.ts';

export const handler = queueWorker(
  withinShare<BatchData>(
    shareOf(exportRecords),
    (message, delivery) => runBatch(message, delivery, batchDependencies),
    isReminder,
  ),
  { closedHomes: 'handle' },
);
