import type { Context } from 'aws-lambda';
import { runCanary } from '../../shared/modules/platform/canary/canary.ts';

/** Time to remove the record and to publish the outcome. */
const reserveMs = 10_000;

export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  await runCanary({ deadlineMs: Date.now() + context.getRemainingTimeInMillis() - reserveMs });
}
