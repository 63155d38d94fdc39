/** What an exchange with a receiver means for its delivery. */

import { parseRetryAfter } from '../../../kernel/outbound/retry-after.ts';
import type { Exchange } from '../../../kernel/outbound/send.ts';

export type Outcome =
  | { kind: 'delivered' }
  /** May succeed later. */
  | { kind: 'retry'; message: string; retryAfterSeconds?: number }
  /** The receiver does not want it. `gone`: nor anything else that the webhook would send. */
  | { kind: 'expired'; message: string; disable?: 'gone' }
  /** Must not be sent. */
  | { kind: 'failed'; message: string };

/** What tenants read. Nothing here tells what a name resolves to, or what listens where. */
function messageOf({ problem, durationMs }: Exchange): string {
  switch (problem) {
    case 'timeout':
      return `No complete answer within ${durationMs} ms.`;
    case 'dns':
      return 'The host could not be resolved.';
    case 'protocol':
      return 'The answer was not valid HTTP.';
    case 'unsafe':
      return 'The URL does not lead to a public address.';
    default:
      return 'The connection was refused or broken.';
  }
}

/** Statuses above 599 do not exist; RFC 9110 (15) has clients treat them like 500. */
const isRetryable = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Judges one attempt. An incomplete response counts as none, with any status. */
export function judge(exchange: Exchange): Outcome {
  const { problem, status, responseHeaders, startedAtMs, durationMs } = exchange;
  if (problem === 'unsafe') return { kind: 'failed', message: messageOf(exchange) };
  if (problem !== null || status === null) return { kind: 'retry', message: messageOf(exchange) };
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const message = `The receiver answered ${status}.`;
  if (isRetryable(status)) {
    const retryAfterSeconds = parseRetryAfter(responseHeaders?.['retry-after'], startedAtMs + durationMs);
    return { kind: 'retry', message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
  if (status === 410) return { kind: 'expired', message, disable: 'gone' };
  if (status < 400) return { kind: 'expired', message: `${message} Redirects are not followed.` };
  return { kind: 'expired', message };
}
