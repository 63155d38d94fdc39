import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import {
  type Completion,
  complete,
  readCompletion,
} from '../../shared/modules/attachments/extraction/completion.ts';

export const handler = queueWorker<Completion>(complete, {
  read: readCompletion,
  closedHomes: 'handle',
});
