import { afterEach, describe, expect, it } from 'vitest';
import { skewClock } from '../../../lib/local/lambda/clock.ts';

const True = Date;
afterEach(() => {
  globalThis.Date = True;
});

describe('a clock that is wrong', () => {
  it.each([60_000, -60_000])('shows a time shifted by %i ms to all code', (skewMs) => {
    skewClock(skewMs);
    for (const read of [Date.now(), Date.parse(new Date().toISOString())])
      expect(Math.abs(read - True.now() - skewMs)).toBeLessThan(1_000);
  });

  it('does not change given times', () => {
    skewClock(60_000);
    expect([new Date(0).getTime(), new Date(2026, 0, 2).getDate()]).toEqual([0, 2]);
    expect(new Date('2026-01-01').toISOString()).toBe('2026-01-01T00:00:00.000Z');
    expect([Date.UTC(2026, 0), Date.parse('2026-01-01')]).toEqual([1_767_225_600_000, 1_767_225_600_000]);
    expect(new Date() instanceof Date).toBe(true);
  });

  it('is correct without a shift', () => {
    skewClock(0);
    expect(Date).toBe(True);
  });
});
