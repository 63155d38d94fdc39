import { scheduled } from '../../shared/kernel/queues/scheduled.ts';
import { sweep } from '../../shared/modules/events/sweep.ts';

export const handler = scheduled(sweep, { reserveMs: 15_000 });
