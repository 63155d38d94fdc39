import type { Context } from 'aws-lambda';
import { requestChecks } from '../../shared/integrations/health-service.ts';
import { log } from '../../shared/log.ts';

/** Time for the messages that are under way when it ends. */
const reserveMs = 15_000;

export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const nowMs = Date.now();
  const deadlineMs = nowMs + context.getRemainingTimeInMillis() - reserveMs;
  log('info', 'health checks requested', { requested: await requestChecks(nowMs, deadlineMs) });
}
