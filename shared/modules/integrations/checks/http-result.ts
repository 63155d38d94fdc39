/** Converts an HTTP exchange to the result of a health check. Pure. */
import type { Exchange } from '../../../kernel/outbound/send.ts';
import type { CheckResult } from '../check.ts';

const reasons: Readonly<Record<NonNullable<Exchange['problem']>, string>> = {
  timeout: 'unreachable: it did not respond in time',
  network: 'unreachable: the connection failed',
  dns: 'unreachable: its host name cannot be resolved',
  certificate: 'unreachable: its certificate is not valid',
  unsafe: 'unreachable: its host has no public address',
  protocol: 'unreachable: its response is not valid HTTP',
};

/** Returns the result that applies to every provider. `authStatuses` mean that the credentials are rejected. */
export function toResult(
  name: string,
  { status, problem }: Pick<Exchange, 'status' | 'problem'>,
  authStatuses: readonly number[] = [401],
): CheckResult {
  if (problem !== null || status === null)
    return {
      status: 'unhealthy',
      message: `${name} is ${reasons[problem ?? 'network']}.`,
      details: { problem: problem ?? 'network' },
    };
  const details = { status };
  if (status < 300) return { status: 'healthy', message: `${name} answers.`, details };
  if (authStatuses.includes(status))
    return {
      status: 'unhealthy',
      message: `${name} refuses the credentials (${status}).`,
      details,
      authFailed: true,
    };
  if (status === 429 || status >= 500)
    return { status: 'degraded', message: `${name} is busy or has trouble (${status}).`, details };
  return { status: 'degraded', message: `${name} returns ${status}.`, details };
}
