import { type Completion, complete, readCompletion } from '../../shared/extraction/completion.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker<Completion>(complete, {
  read: readCompletion,
  closedHomes: 'handle',
});
