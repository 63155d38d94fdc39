/**
 * The order of work within a batch. A message that is delivered again may be the one that stopped the worker before: a
 * batch whose worker is stopped comes back as a whole. It is therefore handled after the new messages, and alone, so
 * that it stops no work but its own.
 */
import { forEachParallel } from '../table/parallel.ts';

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

/** In an order that differs from delivery to delivery: those behind the bad one come before it another time. */
const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, rank: random() }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ item }) => item);

/** Handles messages one at a time, in random order; after `maxAloneMs` the rest, at most `width` at a time. */
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
