import { batchWorker } from '../../shared/kernel/queues/batch-worker.ts';
import { broadcastBatch } from '../../shared/modules/events/stream/broadcast.ts';

export const handler = batchWorker(broadcastBatch, { closedHomes: 'drop' });
