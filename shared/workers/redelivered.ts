/**
 * The order of work within a batch. A message that is delivered again may be the one that stopped the worker before: a
 * batch whose worker is stopped comes back as a whole. It is therefore handled after the new messages, and alone, so
 * that it stops no work but its own.
 */
import { forEachParallel, shuffled } from '../table/parallel.ts';

/**
 * How long messages are handled one at a time. After an outage whole batches are delivered again: what is left then is
 * handled together, because one at a time it would not be done before the function times out.
 */
const maxAloneMs = 5_000;

/** The new ones and those that were delivered before, by how often each was received. */
export function splitRedelivered<T>(
  batch: readonly T[],
  receiveCountOf: (one: T) => number,
): { fresh: T[]; redelivered: T[] } {
  const fresh = batch.filter((one) => receiveCountOf(one) === 1);
  return { fresh, redelivered: batch.filter((one) => receiveCountOf(one) !== 1) };
}

/**
 * Handles messages one at a time; after `maxAloneMs` the rest, at most `width` at a time. In random order: those that
 * were behind the bad one come before it another time.
 */
export async function handleAlone<T>(
  redelivered: readonly T[],
  width: number,
  handle: (one: T) => Promise<unknown>,
  { now, random }: { now: () => number; random: () => number } = { now: Date.now, random: Math.random },
): Promise<void> {
  const untilMs = now() + maxAloneMs;
  const order = shuffled(redelivered, random);
  let handled = 0;
  for (const one of order) {
    if (now() >= untilMs) break;
    await handle(one);
    handled += 1;
  }
  await forEachParallel(order.slice(handled), width, handle);
}
