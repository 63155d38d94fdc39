import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { processEvent } from '../../shared/modules/payments/events/process-event.ts';
import type { QueuedEvent } from '../../shared/modules/payments/events/receive.ts';

export const handler = queueWorker<QueuedEvent>(processEvent, { closedHomes: 'handle' });
