import { processMessage, type ReceivedData } from '../../shared/inbound/process.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker<ReceivedData>(processMessage, { closedHomes: 'drop' });
