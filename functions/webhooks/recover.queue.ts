import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import {
  type RecoverData,
  type RecoverMessage,
  type ReplayData,
  type ReplayMessage,
  replayType,
} from '../../shared/modules/webhooks/deliveries/messages.ts';
import { recoverPage } from '../../shared/modules/webhooks/deliveries/recovery.ts';
import { replayPage } from '../../shared/modules/webhooks/deliveries/replay.ts';

export const handler = queueWorker<RecoverData | ReplayData>(
  (message, delivery) =>
    message.type === replayType
      ? replayPage(message as ReplayMessage, delivery, Date.now())
      : recoverPage(message as RecoverMessage, delivery, Date.now()),
  { closedHomes: 'drop' },
);
