/**
 * The length of fault tests: `npm run test:faults` runs long ones, `npm run test:faults:short` and CI run short ones.
 */
import { randomInt } from 'node:crypto';

/**
 * Environment of a run of fault tests. `FAULT_SEED` repeats the random numbers of an earlier run; without it, short
 * runs use a fixed seed and long runs a new one.
 */
export function faultSettings(isShort: boolean): Record<'FAULT_RUNS' | 'FAULT_SEED', string> {
  const seed = process.env.FAULT_SEED ?? String(isShort ? 1 : randomInt(2 ** 31));
  return { FAULT_RUNS: isShort ? 'short' : 'long', FAULT_SEED: seed };
}

/** For how many minutes seeds begin, set by `--minutes`; undefined for a fixed number of seeds. */
export const faultMinutes =
  process.env.FAULT_MINUTES === undefined ? undefined : Number(process.env.FAULT_MINUTES);

/** Whether `--seed` names a seed to be repeated, and not the first of many. */
export const isRepeatedSeed = process.env.FAULT_REPEATS === 'true';

export function byRunLength<Value>({ long, short }: { long: Value; short: Value }): Value {
  return process.env.FAULT_RUNS === 'short' ? short : long;
}
