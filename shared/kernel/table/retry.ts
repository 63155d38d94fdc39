/**
 * Waits before attempt 2, 3, …: full jitter up to so many milliseconds, 3 s in all on average. Writers that collide on one
 * item must not meet again in step. Many short waits succeed more often than few long ones in the same time: an item is
 * held for milliseconds, and each attempt may find it free. Of 20 creates in a burst, or 4 writers that never pause on a
 * slow machine, fewer than one of a thousand fails.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
const maxWaitsMs: readonly number[] = [100, 200, ...Array.from({ length: 14 }, () => 400)];

// Importing `node:timers/promises` would cost every start of every function; this waits once in thousands of requests.
const sleep = (waitMs: number) => new Promise<void>((resolve) => setTimeout(resolve, waitMs));

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
