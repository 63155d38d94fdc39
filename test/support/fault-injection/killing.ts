/** Workers that are killed repeatedly. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomBetween, seededRandom } from '../../../lib/lab/faults/random.ts';
import type { FunctionStatus } from '../../../lib/local/lambda/pool.ts';
import type { OwnRuntime } from '../runtime/own-runtime.ts';

/** Short: on a fast machine a function is busy for milliseconds. */
const pollMs = 20;

/** Number of successful invocations. */
const succeeded = ({ invocations, failures, workers, queued }: FunctionStatus): number =>
  invocations - failures - workers.busy - queued;

/**
 * Kills a random busy worker every `everyMs` while `work` runs, of all functions or only of these. Returns the number
 * of kills. A function that lost a worker is spared until one of its invocations has succeeded: otherwise work that
 * takes longer than the interval would never complete, and durations depend on the machine.
 */
export async function amidKills(
  runtime: OwnRuntime,
  {
    everyMs,
    only,
    maxKills = Number.POSITIVE_INFINITY,
    random = seededRandom('kills'),
  }: { everyMs: number; only?: readonly string[]; maxKills?: number; random?: Random },
  work: () => Promise<unknown>,
): Promise<number> {
  const doneBefore = new Map<string, number>();
  let [kills, isOver] = [0, false];
  const kill = async () => {
    while (!isOver && kills < maxKills) {
      const busy = (await runtime.functions()).filter(
        (one) =>
          one.workers.busy > 0 &&
          (only?.includes(one.functionName) ?? true) &&
          succeeded(one) > (doneBefore.get(one.functionName) ?? -1),
      );
      const victim = busy[randomBetween(random, 0, busy.length)];
      if (victim !== undefined) {
        doneBefore.set(victim.functionName, succeeded(victim));
        kills += await runtime.stopWorker(victim.functionName);
      }
      await sleep(victim === undefined ? pollMs : everyMs);
    }
  };
  const killing = kill();
  try {
    await work();
  } finally {
    isOver = true;
    await killing;
  }
  return kills;
}
