import type { Context } from 'aws-lambda';
import { log } from '../../shared/kernel/observability/log.ts';
import { sweep } from '../../shared/modules/progress/sweep.ts';

/** Time for the jobs in progress when a sweep ends. */
const reserveMs = 10_000;

export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const nowMs = Date.now();
  const deadlineMs = nowMs + context.getRemainingTimeInMillis() - reserveMs;
  log('info', 'progress jobs checked', { lost: await sweep(nowMs, deadlineMs) });
}
