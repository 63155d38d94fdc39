import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a query until its result is not undefined. Throws after `withinMs`, which is long for slow machines. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  withinMs = 300_000,
): Promise<T> {
  const deadlineMs = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadlineMs) throw new Error(`Not within ${withinMs} ms: ${what}.`);
    await sleep(50);
  }
}
