import { broadcastBatch } from '../../shared/broadcast/broadcast.ts';
import { batchWorker } from '../../shared/workers/batch-worker.ts';

export const handler = batchWorker(broadcastBatch, { closedHomes: 'drop' });
