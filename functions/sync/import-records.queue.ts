import { handleSyncMessage } from '../../shared/sync/handle.ts';
import { engineParts } from '../../shared/sync/wiring.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker((message, delivery) => handleSyncMessage(message, delivery, engineParts), {
  closedHomes: 'handle',
});
