import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { sendMail } from '../../shared/modules/email/sending/send-worker.ts';

export const handler = queueWorker(sendMail, { closedHomes: 'drop' });
