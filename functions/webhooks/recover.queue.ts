import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import type { RecoverData, RecoverMessage } from '../../shared/modules/webhooks/deliveries/messages.ts';
import { recoverPage } from '../../shared/modules/webhooks/deliveries/recovery.ts';

export const handler = queueWorker<RecoverData>(
  (message, delivery) => recoverPage(message as RecoverMessage, delivery, Date.now()),
  { closedHomes: 'drop' },
);
