import type { Message } from '../../shared/kernel/queues/message.ts';
import { shareOf, withinShare } from '../../shared/kernel/queues/tenant-share.ts';
import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { batchDependencies } from '../../shared/modules/sync/batch-dependencies.ts';
import { handleSyncMessage } from '../../shared/modules/sync/batches/batch-handler.ts';
import { isReminder } from '../../shared/modules/sync/runs/run.ts';
import { importRecords } from '../../shared/modules/sync/workers.ts';

export const handler = queueWorker(
  withinShare<Message['data']>(
    shareOf(importRecords),
    (message, delivery) => handleSyncMessage(message, delivery, batchDependencies),
    isReminder,
  ),
  { closedHomes: 'handle' },
);
