import { scheduled } from '../../shared/kernel/queues/scheduled.ts';
import { sweepFiles } from '../../shared/modules/attachments/sweep.ts';

export const handler = scheduled(sweepFiles, { reserveMs: 15_000 });
