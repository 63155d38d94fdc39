import { dispatchWorker } from '../../shared/modules/webhooks/deliveries/dispatch.ts';

export const handler = dispatchWorker({ closedHomes: 'drop' });
