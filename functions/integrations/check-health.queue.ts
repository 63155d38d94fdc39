import { type CheckData, checkRequested } from '../../shared/integrations/health-service.ts';
import { checkHealth } from '../../shared/integrations/workers.ts';
import { shareOf, withinShare } from '../../shared/workers/tenant-share.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker(
  withinShare<CheckData>(shareOf(checkHealth), (message) => checkRequested(message, Date.now())),
  { closedHomes: 'drop' },
);
