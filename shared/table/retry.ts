import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits before attempt 2, 3, …: full jitter up to 25, 50, 100, 200, 400 ms. Writers that collide on one item
 * must not meet again in step. https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
const maxWaitsMs = [25, 50, 100, 200, 400] as const;

/** Runs `attempt` until it succeeds, fails for good, or the waits are used up; then the last error is thrown. */
export async function retryWhile<T>(
  isRetryable: (error: unknown) => boolean,
  attempt: () => Promise<T>,
): Promise<T> {
  for (const maxWaitMs of maxWaitsMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      await sleep(Math.random() * maxWaitMs);
    }
  }
  return attempt();
}
