import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  emptyHistogram,
  merge,
  percentile,
  percentilesOf,
  record,
} from '../../../lib/bench/load/histogram.ts';

const of = (times: readonly number[]) => {
  const histogram = emptyHistogram();
  for (const ms of times) record(histogram, ms);
  return histogram;
};
const times = fc.array(fc.double({ min: 0, max: 60_000, noNaN: true }), { minLength: 1 });

describe('a histogram of latencies', () => {
  it('overestimates percentiles by at most 2 %, and never underestimates them', () =>
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.9, 0.99, 0.999, 1), (given, share) => {
        const exact = given.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * given.length) - 1)] ?? 0;
        const found = percentile(of(given), share);
        expect(found).toBeGreaterThanOrEqual(exact * 0.999_999);
        expect(found).toBeLessThanOrEqual(Math.max(0.1, exact * 1.020_001));
      }),
    ));

  it('is the same for one count and for a sum of counts', () =>
    fc.assert(
      fc.property(times, times, (some, others) => {
        expect(merge([of(some), of(others)])).toEqual(of([...some, ...others]));
      }),
    ));

  it('of few responses returns the slowest for every high percentile', () =>
    expect(percentilesOf(of([1, 2, 50]))).toEqual({
      p50: expect.closeTo(2, 1),
      p90: 50,
      p99: 50,
      'p99.9': 50,
    }));

  it('of a thousand responses does not return the slowest for p99.9', () =>
    expect(percentile(of([...Array.from({ length: 999 }, () => 10), 5_000]), 0.999)).toBeLessThan(11));

  it('without responses has no percentile', () =>
    expect(() => percentile(emptyHistogram(), 0.5)).toThrow('at least one response'));

  it('has cells of equal width, with values out of range at the ends', () => {
    const seen = cellsOf(of([0.2, 5, 50, 50, 500, 90_000]), { fromMs: 1, toMs: 1_000, cells: 3 });
    expect(seen).toEqual([2, 2, 2]);
  });
});
