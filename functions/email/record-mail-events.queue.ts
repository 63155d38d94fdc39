import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { recordReport } from '../../shared/modules/email/sending/feedback.ts';
import { readSesEvent } from '../../shared/modules/email/sending/ses-event.ts';

export const handler = queueWorker(recordReport, { read: readSesEvent, closedHomes: 'handle' });
