/**
 * Waits before attempt 2, 3, …: full jitter up to these milliseconds, 3 s in all on average. Writers that conflict on
 * an item must not retry in step. Many short waits succeed more often than few long ones in the same time: an item is
 * locked for milliseconds, and each attempt may find it free. Of 20 creates in a burst, or 4 continuous writers on a
 * slow machine, fewer than one of a thousand fails.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
const maxWaitsMs: readonly number[] = [100, 200, ...Array.from({ length: 14 }, () => 400)];

// Not `node:timers/promises`: importing it would slow every start, and this waits once in thousands of requests.
const sleep = (waitMs: number) => new Promise<void>((resolve) => setTimeout(resolve, waitMs));

/** Runs `attempt` until it succeeds, fails permanently, or the waits are used up; then throws the last error. */
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
