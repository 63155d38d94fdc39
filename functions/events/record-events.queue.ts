import { batchWorker } from '../../shared/kernel/queues/batch-worker.ts';
import { recordInLog } from '../../shared/modules/events/log/record-events.ts';

export const handler = batchWorker(recordInLog, { closedHomes: 'drop' });
