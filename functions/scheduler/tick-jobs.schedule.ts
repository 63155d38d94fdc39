import { scheduled } from '../../shared/kernel/queues/scheduled.ts';
import { tick } from '../../shared/modules/scheduler/tick.ts';

export const handler = scheduled(tick, { reserveMs: 10_000 });
