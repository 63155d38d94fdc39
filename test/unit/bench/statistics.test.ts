import { describe, expect, it } from 'vitest';
import { alternate, median, percentilesOf, quantile } from '../../../lib/lab/bench/statistics.ts';

describe('median and quantiles', () => {
  it.each([
    ['the middle of an odd count, in any order', [9, 1, 5], 0.5, 5],
    ['the mean of the two middle ones of an even count', [4, 1, 3, 2], 0.5, 2.5],
    ['an interpolation between neighbours', [0, 10, 20, 30, 40], 0.99, 39.6],
    ['a single number', [7], 0.99, 7],
  ])('return %s, and do not change the numbers', (_, numbers, share, expected) => {
    const given = [...numbers];
    expect(quantile(given, share)).toBeCloseTo(expected);
    if (share === 0.5) expect(median(given)).toBe(expected);
    expect(given).toEqual(numbers);
  });

  it('returns the percentiles of a thousand numbers', () => {
    const numbers = Array.from({ length: 1_001 }, (_, index) => index);
    expect(percentilesOf(numbers)).toEqual({ p50: 500, p90: 900, p99: 990, 'p99.9': 999 });
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
