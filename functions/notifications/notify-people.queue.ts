import { consume } from '../../shared/notifications/consume.ts';
import { batchWorker } from '../../shared/workers/batch-worker.ts';

export const handler = batchWorker(consume, { closedHomes: 'drop' });
