import type { Context } from 'aws-lambda';
import { log } from '../../shared/kernel/observability/log.ts';
import { tick } from '../../shared/modules/scheduler/tick.ts';

/** Time for the request in progress when a tick ends. */
const reserveMs = 10_000;

export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const nowMs = Date.now();
  const jobs = await tick(nowMs, nowMs + context.getRemainingTimeInMillis() - reserveMs);
  log('info', 'due jobs requested', { jobs });
}
