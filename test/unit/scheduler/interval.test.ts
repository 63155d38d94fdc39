import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextIntervalRun, parseInterval } from '../../../shared/modules/scheduler/timing/interval.ts';

describe('parseInterval', () => {
  it.each([
    ['1s', 1],
    ['30s', 30],
    ['15m', 900],
    ['007m', 420],
    ['6h', 21_600],
    ['999h', 3_596_400],
    ['365d', 31_536_000],
  ])('reads %s', (text, seconds) => {
    expect(parseInterval(text)).toEqual({ seconds });
  });

  it.each(['', '15', 'm', '15x', '15 m', ' 15m', '-15m', '15.5m', '1h30m', '15M', '１5m', '15m\n'])(
    'refuses "%s"',
    (text) => {
      expect(parseInterval(text)).toEqual({ problem: expect.stringContaining('s, m, h or d') });
    },
  );

  it.each(['0s', '0m', '0h', '000d'])('refuses %s, which would always be due', (text) => {
    expect(parseInterval(text)).toEqual({ problem: 'must not be zero' });
  });

  it.each(['36501d', '99999999999999999999d'])('refuses %s, which is too long', (text) => {
    expect(parseInterval(text)).toEqual({ problem: expect.stringContaining('at most') });
  });
});

describe('nextIntervalRun', () => {
  it('is the anchor plus the smallest whole number of intervals that is later, at least one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: -1e9, max: 1e12 }),
        (anchorMs, seconds, sinceMs) => {
          const nextMs = nextIntervalRun(anchorMs, seconds, anchorMs + sinceMs);
          const intervals = (nextMs - anchorMs) / (seconds * 1_000);
          expect(Number.isInteger(intervals)).toBe(true);
          expect(intervals).toBeGreaterThanOrEqual(1);
          expect(nextMs).toBeGreaterThan(anchorMs + sinceMs);
          if (intervals > 1) expect(nextMs - seconds * 1_000).toBeLessThanOrEqual(anchorMs + sinceMs);
        },
      ),
    );
  });
});
