import { work } from '../../shared/extraction/work.ts';
import { extractText } from '../../shared/extraction/workers.ts';
import { shareOf, withinShare } from '../../shared/workers/tenant-share.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker(withinShare(shareOf(extractText), work), { closedHomes: 'handle' });
