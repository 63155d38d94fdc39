/** What calls cost by the meter. */
import type { Measurement } from './bench.ts';
import { type Call, figuresOf } from './platform.ts';
import { alternate, median } from './statistics.ts';

const rounds = 5;

/** The median of their read and write units together. */
export const medianUnits = (calls: readonly Call[]): number =>
  median(calls.map(({ readUnits, writeUnits }) => readUnits + writeUnits));

/** Makes a call several times. Returns the median of its requests, and the units of the last one. */
export async function medianRequests(callOnce: () => Promise<Call>): Promise<Measurement> {
  const { calls } = await alternate(rounds, { calls: callOnce });
  const last = calls.at(-1);
  return {
    ours: median(calls.map(({ requests }) => requests)),
    other: null,
    notes: last && [`${last.actions}: ${figuresOf(last)}`],
    ...(last && { details: { readUnits: last.readUnits, writeUnits: last.writeUnits } }),
  };
}
