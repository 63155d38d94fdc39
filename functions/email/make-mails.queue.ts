import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { makeMails } from '../../shared/modules/email/channel/channel.ts';

export const handler = queueWorker(makeMails, { closedHomes: 'drop' });
