/**
 * The order of work within a batch. A redelivered message may be the one that stopped the worker before: the batch of
 * a stopped worker is redelivered as a whole. It is therefore handled after the new messages, and redelivered ones
 * start one after the other, so that a bad one only stops its own work.
 */
import { allOf, forEachParallel, shuffled } from '../base/parallel.ts';

/**
 * How long to wait for new messages, and then for those handled one at a time. Slower work is not awaited: otherwise a
 * batch of slow work would exceed the function's timeout.
 */
const defaultHeadStartMs = 5_000;

export interface Timing {
  headStartMs?: number;
  random?: () => number;
}

/** Resolves when the work has ended, or after this time. */
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
 * Starts messages one after the other, in random order: messages behind the bad one come before it another time. After
 * the head start, the rest is handled at most `width` at a time.
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
  /** Handles redelivered messages, at most `width` at a time. */
  handleOne: (one: T) => Promise<unknown>;
  width: number;
}

/** Handles a batch: new messages first, then redelivered ones. */
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
