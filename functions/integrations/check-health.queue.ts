import { type CheckData, checkRequested } from '../../shared/integrations/health-service.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker<CheckData>((message) => checkRequested(message, Date.now()), {
  closedHomes: 'drop',
});
