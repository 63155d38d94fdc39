import type { Context } from 'aws-lambda';
import { log } from '../../shared/kernel/observability/log.ts';
import { sweep } from '../../shared/modules/payments/operations/sweep.ts';

/** Time for the payments in progress when a sweep ends. */
const reserveMs = 60_000;

export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const nowMs = Date.now();
  const deadlineMs = nowMs + context.getRemainingTimeInMillis() - reserveMs;
  log('info', 'payments checked', { payments: await sweep(nowMs, deadlineMs) });
}
