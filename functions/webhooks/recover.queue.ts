import type { RecoverData, RecoverMessage } from '../../shared/webhooks/messages.ts';
import { recoverPage } from '../../shared/webhooks/recovery.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker<RecoverData>(
  (message, delivery) => recoverPage(message as RecoverMessage, delivery, Date.now()),
  { closedHomes: 'drop' },
);
