/** Runs a health check with a timeout. */

import { truncate } from '../../kernel/base/text.ts';
import { createSender } from '../../kernel/outbound/send.ts';
import { AuthorizationFailedError } from '../../kernel/outbound/service-errors.ts';
import { allowsPrivateWebhooks } from '../../kernel/outbound/url.ts';
import { redact, withoutSecrets } from '../../kernel/secrets/redact.ts';
import type { CheckResult, HealthCheck } from './check.ts';
import type { Connection } from './connection.ts';
import { integrationLimits } from './limits.ts';

const statuses: ReadonlySet<string> = new Set(['healthy', 'degraded', 'unhealthy']);

const { send } = createSender({ allowPrivate: allowsPrivateWebhooks() });
const { send: sendTrusted } = createSender({ allowPrivate: true });

/** Returns the redacted result. A check that throws, times out or returns an invalid status is unhealthy. */
export async function runCheck(
  check: HealthCheck,
  { credentials, apiVersion, secrets }: Pick<Connection, 'credentials' | 'apiVersion' | 'secrets'>,
  timeoutMs: number = integrationLimits.checkTimeoutMs,
): Promise<CheckResult & { latencyMs: number }> {
  const startMs = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<CheckResult>((resolve) => {
    const result = { status: 'unhealthy', message: 'The check took too long.' } as const;
    timer = setTimeout(() => resolve(result), timeoutMs);
  });
  const input = { credentials, apiVersion, send, sendTrusted, timeoutMs, nowMs: Date.now() };
  const failed = (error: unknown): CheckResult => ({
    status: 'unhealthy',
    message: error instanceof Error ? error.message : String(error),
    ...(error instanceof AuthorizationFailedError && { authFailed: true }),
  });
  const checked = Promise.resolve(input).then(check).catch(failed);
  const result = await Promise.race([checked, timeout]);
  clearTimeout(timer);
  const { status, message, details, authFailed } = result;
  return {
    status: statuses.has(status) ? status : 'unhealthy',
    ...(message !== undefined && {
      message: truncate(withoutSecrets(message, secrets), integrationLimits.checkMessage),
    }),
    ...(details !== undefined && { details: redact(details, secrets) as Record<string, unknown> }),
    ...(authFailed === true && { authFailed }),
    latencyMs: Math.round(performance.now() - startMs),
  };
}
