import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import type { ReplayData, ReplayMessage } from '../../shared/modules/webhooks/deliveries/messages.ts';
import { replayPage } from '../../shared/modules/webhooks/deliveries/replay.ts';

export const handler = queueWorker<ReplayData>(
  (message, delivery) => replayPage(message as ReplayMessage, delivery, Date.now()),
  { closedHomes: 'drop' },
);
