import { batchWorker } from '../../shared/kernel/queues/batch-worker.ts';
import { batchWithinShare, shareOf } from '../../shared/kernel/queues/tenant-share.ts';
import { deliverBatch } from '../../shared/modules/webhooks/deliveries/deliver.ts';
import { deliver } from '../../shared/modules/webhooks/workers.ts';

export const handler = batchWorker(batchWithinShare(shareOf(deliver), deliverBatch), {
  closedHomes: 'handle',
});
