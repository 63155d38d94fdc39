import { describe, expect, it } from 'vitest';
import { alternate, median, percentilesOf, quantile } from '../../../lib/lab/bench/statistics.ts';

describe('median and quantiles', () => {
  it('returns the middle of an odd count, in any order of the numbers', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('returns the mean of the two middle ones of an even count', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('interpolates between neighbours', () => {
    expect(quantile([0, 10, 20, 30, 40], 0.99)).toBeCloseTo(39.6);
    expect(quantile([7], 0.99)).toBe(7);
  });

  it('returns the percentiles of a thousand numbers', () => {
    const numbers = Array.from({ length: 1_001 }, (_, index) => index);
    expect(percentilesOf(numbers)).toEqual({ p50: 500, p90: 900, p99: 990, 'p99.9': 999 });
  });

  it('does not change the given numbers', () => {
    const numbers = [3, 1, 2];
    median(numbers);
    expect(numbers).toEqual([3, 1, 2]);
  });

  it('throws without numbers', () => {
    expect(() => median([])).toThrow('at least one number');
  });
});

describe('alternating measurement', () => {
  it('alternates between the sides, starts with each in turn and keeps the order of each', async () => {
    const order: string[] = [];
    const side = (name: string) => async () => {
      order.push(name);
      return `${name}${order.length}`;
    };
    const measured = await alternate(2, { ours: side('a'), other: side('b') });
    expect(order).toEqual(['a', 'b', 'b', 'a']);
    expect(measured).toEqual({ ours: ['a1', 'a4'], other: ['b2', 'b3'] });
  });
});
