import { processEvent } from '../../shared/payments/process-event.ts';
import type { QueuedEvent } from '../../shared/payments/receive.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker<QueuedEvent>(processEvent, { closedHomes: 'handle' });
