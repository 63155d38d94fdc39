import { queueWorker } from '../../shared/kernel/queues/worker.ts';
import { dispatch } from '../../shared/modules/webhooks/deliveries/dispatch.ts';

export const handler = queueWorker((event) => dispatch(event, Date.now()), { closedHomes: 'drop' });
