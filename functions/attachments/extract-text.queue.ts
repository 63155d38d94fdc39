import { shareOf, withinShare } from '../../shared/kernel/queues/tenant-share.ts';
import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { work } from '../../shared/modules/attachments/extraction/work.ts';
import { extractText } from '../../shared/modules/attachments/extraction/workers.ts';

export const handler = queueWorker(withinShare(shareOf(extractText), work), { closedHomes: 'handle' });
