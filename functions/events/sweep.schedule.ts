import type { Context } from 'aws-lambda';
import { sweep } from '../../shared/modules/events/sweep.ts';

/** Time for the batches in progress when a sweep ends. */
const reserveMs = 15_000;

export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const nowMs = Date.now();
  await sweep({ nowMs, deadlineMs: nowMs + context.getRemainingTimeInMillis() - reserveMs });
}
