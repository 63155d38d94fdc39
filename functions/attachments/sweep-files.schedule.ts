import type { Context } from 'aws-lambda';
import { sweepFiles } from '../../shared/modules/attachments/sweep.ts';

/** Time for the batches in progress when a sweep ends. */
const reserveMs = 15_000;

export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const nowMs = Date.now();
  await sweepFiles({ nowMs, deadlineMs: nowMs + context.getRemainingTimeInMillis() - reserveMs });
}
