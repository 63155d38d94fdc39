import type { Context } from 'aws-lambda';
import { log } from '../../shared/kernel/observability/log.ts';
import { requestChecks } from '../../shared/modules/integrations/health-service.ts';

/** Time for the messages in progress when it ends. */
const reserveMs = 15_000;

export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const nowMs = Date.now();
  const deadlineMs = nowMs + context.getRemainingTimeInMillis() - reserveMs;
  log('info', 'health checks requested', { requested: await requestChecks(nowMs, deadlineMs) });
}
