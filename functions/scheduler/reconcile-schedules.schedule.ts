import { scheduled } from '../../shared/kernel/queues/scheduled.ts';
import { reconcileSchedules } from '../../shared/modules/scheduler/reconcile.ts';

export const handler = scheduled(reconcileSchedules, { reserveMs: 30_000 });
