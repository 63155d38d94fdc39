/** Workers that die all the time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionStatus } from '../../../lib/local/lambda/pool.ts';
import type { OwnRuntime } from '../runtime/own-runtime.ts';
import { randomBetween, seededRandom } from './fault-random.ts';

/** Short: on a fast machine a function is busy for milliseconds. */
const pollMs = 20;

/** How many invocations came to a good end. */
const succeeded = ({ invocations, failures, workers, queued }: FunctionStatus): number =>
  invocations - failures - workers.busy - queued;

/**
 * Kills a busy worker at random, then another after `everyMs`, while `work` goes on, of all functions or only of these.
 * Returns how many died. A function that lost one is left alone until it has done something: what takes longer than the time
 * between two kills would never come to an end otherwise, and how long anything takes depends on the machine.
 */
export async function amidKills(
  runtime: OwnRuntime,
  { everyMs, only }: { everyMs: number; only?: readonly string[] },
  work: () => Promise<unknown>,
): Promise<number> {
  const doneBefore = new Map<string, number>();
  const random = seededRandom('kills');
  let [kills, isOver] = [0, false];
  const kill = async () => {
    while (!isOver) {
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
