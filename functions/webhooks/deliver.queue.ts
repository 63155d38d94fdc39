import { deliverBatch } from '../../shared/webhooks/deliver.ts';
import { deliver } from '../../shared/webhooks/workers.ts';
import { batchWorker } from '../../shared/workers/batch-worker.ts';
import { batchWithinShare, shareOf } from '../../shared/workers/tenant-share.ts';

export const handler = batchWorker(batchWithinShare(shareOf(deliver), deliverBatch), {
  closedHomes: 'handle',
});
