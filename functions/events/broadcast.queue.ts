import { broadcastTypes } from '../../shared/catalog/broadcast-events.ts';
import { batchWorker } from '../../shared/kernel/queues/batch-worker.ts';
import { broadcast } from '../../shared/modules/events/stream/broadcast.ts';

export const handler = batchWorker(broadcast(broadcastTypes), { closedHomes: 'drop' });
