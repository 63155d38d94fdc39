import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { runTriggeredRules } from '../../shared/modules/rules/execution/trigger-service.ts';

export const handler = queueWorker((message) => runTriggeredRules(message, Date.now()), {
  closedHomes: 'drop',
});
