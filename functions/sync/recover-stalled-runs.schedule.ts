import { scheduled } from '../../shared/kernel/queues/scheduled.ts';
import { sendBatch } from '../../shared/modules/sync/runs/run.ts';
import { sweepStalledRuns } from '../../shared/modules/sync/runs/stalled-runs.ts';

export const handler = scheduled(sweepStalledRuns(sendBatch), { reserveMs: 10_000 });
