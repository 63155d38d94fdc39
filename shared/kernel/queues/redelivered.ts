/**
 * The order of work within a batch. A message that is delivered again may be the one that stopped the worker before: a
 * batch whose worker is stopped comes back as a whole. It therefore begins after the new messages, and those like it
 * begin one after the other, so that it stops no work but its own.
 */
import { allOf, forEachParallel, shuffled } from '../table/parallel.ts';

/**
 * How long new messages are waited for, and then those that are handled one at a time. What takes longer is not waited
 * for: a batch of slow work would not be done before the function times out.
 */
const defaultHeadStartMs = 5_000;

export interface Timing {
  headStartMs?: number;
  random?: () => number;
}

/** Resolves when the work has ended, or after so long. */
async function headStart(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  work.then(
    () => resolve(),
    () => resolve(),
  );
  await promise;
  clearTimeout(timer);
}

/**
 * Begins messages one after the other, in random order: those that were behind the bad one come before it another time.
 * Once the head start is used up the rest is handled at most `width` at a time.
 */
export async function handleSeparately<T>(
  redelivered: readonly T[],
  width: number,
  handle: (one: T) => Promise<unknown>,
  { headStartMs = defaultHeadStartMs, random = Math.random }: Timing = {},
): Promise<void> {
  const untilMs = Date.now() + headStartMs;
  const order = shuffled(redelivered, random);
  const running: Promise<unknown>[] = [];
  for (const one of order) {
    const leftMs = untilMs - Date.now();
    if (leftMs <= 0) break;
    const work = handle(one);
    running.push(work);
    await headStart(work, leftMs);
  }
  await allOf([forEachParallel(order.slice(running.length), width, handle), ...running]);
}

export interface Batch<T> {
  messages: readonly T[];
  receiveCountOf: (one: T) => number;
  /** Handles the new messages. */
  handleFresh: (fresh: readonly T[]) => Promise<unknown>;
  /** Handles one that was delivered before, at most `width` at a time. */
  handleOne: (one: T) => Promise<unknown>;
  width: number;
}

/** Handles a batch: the new messages first, then those that were delivered before. */
export async function handleInOrder<T>({
  messages,
  receiveCountOf,
  handleFresh,
  handleOne,
  width,
}: Batch<T>): Promise<void> {
  const fresh = messages.filter((one) => receiveCountOf(one) === 1);
  const redelivered = messages.filter((one) => receiveCountOf(one) !== 1);
  const work = fresh.length > 0 ? handleFresh(fresh) : Promise.resolve();
  if (redelivered.length > 0) await headStart(work, defaultHeadStartMs);
  await allOf([work, handleSeparately(redelivered, width, handleOne)]);
}
