import { handleSyncMessage } from '../../shared/sync/handle.ts';
import { isReminder } from '../../shared/sync/messages.ts';
import { engineParts } from '../../shared/sync/wiring.ts';
import { importRecords } from '../../shared/sync/workers.ts';
import type { Message } from '../../shared/workers/message.ts';
import { shareOf, withinShare } from '../../shared/workers/tenant-share.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker(
  withinShare<Message['data']>(
    shareOf(importRecords),
    (message, delivery) => handleSyncMessage(message, delivery, engineParts),
    isReminder,
  ),
  { closedHomes: 'handle' },
);
