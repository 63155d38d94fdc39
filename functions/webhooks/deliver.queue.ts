import { deliverBatch } from '../../shared/webhooks/deliver.ts';
import { batchWorker } from '../../shared/workers/batch-worker.ts';

export const handler = batchWorker(deliverBatch, { closedHomes: 'handle' });
