/**
 * Records attempts that end at about the same time together: a batch of fifty is then three or four requests instead of
 * fifty. Each still is recorded as soon as it can be, because what is sent and not recorded is sent again after a crash.
 */
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { allOf } from '../../../kernel/table/parallel.ts';
import { attemptsPerTransaction, type MadeAttempt, recordAttempts } from './delivery-store.ts';

/** While so many transactions are under way, attempts gather for the next. */
const transactionsAtOnce = 2;

/** Resolves when the attempt is recorded. Throws ConditionFailedError when another worker has taken over. */
export type Recorder = (made: MadeAttempt) => Promise<void>;

interface Waiting extends PromiseWithResolvers<void> {
  made: MadeAttempt;
}

/** One transaction; where another worker has taken over one of the deliveries, one for each. */
async function writeAll(
  group: readonly Waiting[],
  write: (made: readonly MadeAttempt[]) => Promise<void>,
): Promise<void> {
  try {
    await write(group.map(({ made }) => made));
    for (const { resolve } of group) resolve();
  } catch (error) {
    const [only, ...others] = group;
    if (only !== undefined && others.length > 0 && error instanceof ConditionFailedError)
      await allOf(group.map((one) => writeAll([one], write)));
    else for (const { reject } of group) reject(error);
  }
}

/** A recorder for one batch, whose deliveries all differ. */
export function createRecorder(write = recordAttempts): Recorder {
  let waiting: Waiting[] = [];
  let underWay = 0;

  function writeNext(): void {
    if (underWay === transactionsAtOnce || waiting.length === 0) return;
    underWay += 1;
    const group = waiting.slice(0, attemptsPerTransaction);
    waiting = waiting.slice(attemptsPerTransaction);
    void writeAll(group, write).then(() => {
      underWay -= 1;
      writeNext();
    });
  }

  return (made) => {
    const one: Waiting = { made, ...Promise.withResolvers<void>() };
    waiting.push(one);
    // Answers that were read from the network together end together.
    setImmediate(writeNext);
    return one.promise;
  };
}
