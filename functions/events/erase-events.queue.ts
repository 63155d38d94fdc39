import { batchWorker } from '../../shared/kernel/queues/batch-worker.ts';
import { eraseInLog } from '../../shared/modules/events/log/erase-events.ts';

export const handler = batchWorker(eraseInLog, { closedHomes: 'drop' });
