import { batchWorker } from '../../shared/kernel/queues/batch-worker.ts';
import { consume } from '../../shared/modules/notifications/consume.ts';

export const handler = batchWorker(consume, { closedHomes: 'drop' });
