import { scheduled } from '../../../shared/kernel/queues/scheduled.ts';
import { runCanary } from '../../../shared/modules/platform/canary/canary.ts';

export const handler = scheduled(runCanary, { reserveMs: 10_000 });
