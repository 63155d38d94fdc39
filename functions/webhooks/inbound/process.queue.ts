import { queueWorker } from '../../../shared/kernel/queues/worker.ts';
import { processMessage, type ReceivedData } from '../../../shared/modules/webhooks/inbound/process.ts';

export const handler = queueWorker<ReceivedData>(processMessage, { closedHomes: 'drop' });
