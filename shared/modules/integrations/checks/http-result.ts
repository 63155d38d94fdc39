/** What an HTTP exchange says about the health of a provider: pure. */
import type { Exchange } from '../../../kernel/outbound/send.ts';
import type { CheckResult } from '../check.ts';

const reasons: Readonly<Record<NonNullable<Exchange['problem']>, string>> = {
  timeout: 'unreachable: it did not answer in time',
  network: 'unreachable: no connection',
  dns: 'unreachable: its host has no address',
  unsafe: 'unreachable: its host has no public address',
  protocol: 'unreachable: it does not speak HTTP as it should',
};

/** The exchange as far as every provider is alike; `refused` are the statuses that mean bad credentials. */
export function toResult(
  name: string,
  { status, problem }: Pick<Exchange, 'status' | 'problem'>,
  refused: readonly number[] = [401],
): CheckResult {
  if (problem !== null || status === null)
    return {
      status: 'unhealthy',
      message: `${name} is ${reasons[problem ?? 'network']}.`,
      details: { problem: problem ?? 'network' },
    };
  const details = { status };
  if (status < 300) return { status: 'healthy', message: `${name} answers.`, details };
  if (refused.includes(status))
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
