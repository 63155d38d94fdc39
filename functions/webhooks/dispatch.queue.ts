import { dispatch } from '../../shared/webhooks/dispatch.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker((event) => dispatch(event, Date.now()), { closedHomes: 'drop' });
