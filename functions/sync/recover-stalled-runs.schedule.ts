import type { Context } from 'aws-lambda';
import { log } from '../../shared/kernel/observability/log.ts';
import { sendBatch } from '../../shared/modules/sync/runs/run.ts';
import { recoverStalledRuns } from '../../shared/modules/sync/runs/stalled-runs.ts';

/** Time for the runs in progress when it ends. */
const reserveMs = 10_000;

export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const nowMs = Date.now();
  const deadlineMs = nowMs + context.getRemainingTimeInMillis() - reserveMs;
  log('info', 'sync runs checked', { runs: await recoverStalledRuns(sendBatch, nowMs, { deadlineMs }) });
}
