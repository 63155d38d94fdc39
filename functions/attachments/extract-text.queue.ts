import { work } from '../../shared/extraction/work.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker(work, { closedHomes: 'handle' });
