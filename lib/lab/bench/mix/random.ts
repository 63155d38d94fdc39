/** A stream of pseudo-random numbers from 0 to below 1, the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Dice {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** One of the values. */
  oneOf<T>(values: readonly T[]): T;
}

export function dice(seed: number): Dice {
  const random = seededRandom(seed);
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  return { between, oneOf: (values) => values[between(0, values.length - 1)] as (typeof values)[number] };
}
