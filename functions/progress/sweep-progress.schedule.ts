import { scheduled } from '../../shared/kernel/queues/scheduled.ts';
import { sweepProgress } from '../../shared/modules/progress/sweep.ts';

export const handler = scheduled(sweepProgress, { reserveMs: 10_000 });
