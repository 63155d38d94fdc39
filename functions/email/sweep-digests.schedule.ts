import { scheduled } from '../../shared/kernel/queues/scheduled.ts';
import { sweepDigests } from '../../shared/modules/email/channel/sweep.ts';

export const handler = scheduled(sweepDigests, { reserveMs: 10_000 });
