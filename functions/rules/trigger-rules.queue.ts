import { runTriggeredRules } from '../../shared/rules/trigger-service.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker((message) => runTriggeredRules(message, Date.now()), {
  closedHomes: 'drop',
});
