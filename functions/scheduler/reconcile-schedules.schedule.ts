import type { Context } from 'aws-lambda';
import { log } from '../../shared/kernel/observability/log.ts';
import { reconcile } from '../../shared/modules/scheduler/reconcile.ts';

/** Time for the jobs in progress when it ends. */
const reserveMs = 30_000;

export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const outcome = await reconcile({
    deadlineMs: Date.now() + context.getRemainingTimeInMillis() - reserveMs,
  });
  const isClean = outcome.repaired + outcome.removed + outcome.failed === 0 && outcome.finished;
  log(isClean ? 'info' : 'warn', 'schedules reconciled', { ...outcome });
}
