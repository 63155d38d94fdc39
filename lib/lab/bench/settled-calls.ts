import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Platform } from './platform.ts';

const pauseMs = 1_500;

/** Waits until these functions make no more calls of AWS. Returns their calls so far, by function and action. */
export async function settledCalls(
  platform: Platform,
  functionNames: readonly string[],
): Promise<Record<string, number>> {
  const callsSoFar = async () => {
    const usage = await platform.usage();
    const calls = functionNames.flatMap((name) =>
      Object.entries(usage[name]?.actions ?? {}).map(([action, count]) => [`${name} ${action}`, count]),
    );
    return Object.fromEntries(calls) as Record<string, number>;
  };
  for (let before = await callsSoFar(); ; ) {
    await sleep(pauseMs);
    const after = await callsSoFar();
    if (isDeepStrictEqual(after, before)) return after;
    before = after;
  }
}
