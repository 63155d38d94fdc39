/** Random numbers of fault tests, which their seed repeats. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';

/** Returns 0 ≤ x < 1. */
export type Random = () => number;

const numbers = 2 ** 31;
const numberStream = fc.infiniteStream(fc.noBias(fc.nat({ max: numbers - 1 })), { noHistory: true });

/** `FAULT_SEED`; `vitest.config.ts` sets it for fault tests. */
export const faultSeed = Number(process.env.FAULT_SEED ?? 1);

/**
 * A separate generator for each purpose: concurrent activities without a fixed order, such as kills and responses of a
 * receiver, then draw from independent sequences.
 */
export function seededRandom(purpose: string, seed = faultSeed): Random {
  if (!Number.isSafeInteger(seed)) throw new Error('FAULT_SEED must be an integer.');
  const seedOfPurpose = createHash('sha256').update(`${seed} ${purpose}`).digest().readInt32BE();
  const [stream] = fc.sample(numberStream, { seed: seedOfPurpose, numRuns: 1 });
  if (stream === undefined) throw new Error('fast-check returned no stream.');
  return () => stream.next().value / numbers;
}

/** An integer from `min` up to, but not including, `max`. */
export function randomBetween(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min));
}

/** The same values in another order. */
export const shuffled = <Value>(random: Random, values: readonly Value[]): Value[] =>
  values
    .map((value) => ({ value, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
