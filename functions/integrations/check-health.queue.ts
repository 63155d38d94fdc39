import { shareOf, withinShare } from '../../shared/kernel/queues/tenant-share.ts';
import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { type CheckData, checkRequested } from '../../shared/modules/integrations/health-service.ts';
import { checkHealth } from '../../shared/modules/integrations/workers.ts';

export const handler = queueWorker(
  withinShare<CheckData>(shareOf(checkHealth), (message) => checkRequested(message, Date.now())),
  { closedHomes: 'drop' },
);
