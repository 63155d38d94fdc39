/**
 * Waits before attempt 2, 3, …: full jitter up to so many milliseconds. Writers that collide on one item must
 * not meet again in step; with shorter waits, one of some 500 creates in bursts of 20 still found its counter busy.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
const maxWaitsMs = [50, 100, 200, 400, 800, 1_600, 1_600] as const;

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
