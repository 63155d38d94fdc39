/** Decides when a failed delivery is retried. */
import { setting } from '../../../kernel/settings/settings.ts';
import { webhookLimits } from '../limits.ts';

/**
 * Random share by which a wait is longer or shorter, so that simultaneous failures are not retried
 * simultaneously.
 */
const jitter = 0.1;

/**
 * When attempts begin, in seconds after the first: the setting WEBHOOK_RETRY_OFFSETS. Throws unless it has
 * two or more numbers that begin with 0 and never decrease, so that an invalid deployment fails at cold
 * start.
 */
export function retryOffsetsSeconds(env: Record<string, string | undefined> = process.env): number[] {
  const text = setting('WEBHOOK_RETRY_OFFSETS', env);
  const offsets = text
    .split(',')
    .map((part) => (/^\d+(\.\d+)?$/.test(part.trim()) ? Number(part) : Number.NaN));
  const longest = webhookLimits.deliveryRetentionDays * 86_400;
  const ascends = offsets.every((offset, index) => offset >= (offsets[index - 1] ?? 0) && offset <= longest);
  if (offsets.length < 2 || offsets[0] !== 0 || !ascends) {
    throw new Error(
      `WEBHOOK_RETRY_OFFSETS must be two or more ascending numbers of seconds from 0 to at most ${longest}, got "${text}"`,
    );
  }
  return offsets;
}

export interface RetryState {
  /** 1 after the first attempt. */
  attemptsMade: number;
  /** From `retryOffsetsSeconds`. After the last offset, the last wait repeats. */
  offsets: readonly number[];
  /** From 0 up to 1, like `Math.random`. */
  random: () => number;
  /** The delay that the receiver requested, and the time since the delivery was created. */
  retryAfter?: { seconds: number; elapsedMs: number } | undefined;
}

/**
 * The wait before the next attempt. A receiver's `Retry-After` may make it longer, up to the end of the day in which a
 * delivery is attempted.
 */
export function nextWaitMs({ attemptsMade, offsets, random, retryAfter }: RetryState): number {
  const index = Math.min(Math.max(attemptsMade, 1), offsets.length - 1);
  const plannedMs = ((offsets[index] ?? 0) - (offsets[index - 1] ?? 0)) * 1000;
  const { seconds, elapsedMs } = retryAfter ?? { seconds: 0, elapsedMs: 0 };
  const leftMs = webhookLimits.attemptedSeconds * 1000 - elapsedMs;
  const variedMs = plannedMs * (1 + jitter * (2 * random() - 1));
  return Math.round(Math.max(variedMs, Math.min(seconds * 1000, leftMs)));
}
