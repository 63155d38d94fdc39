import { scheduled } from '../../shared/kernel/queues/scheduled.ts';
import { sweepPayments } from '../../shared/modules/payments/operations/sweep.ts';

export const handler = scheduled(sweepPayments, { reserveMs: 60_000 });
