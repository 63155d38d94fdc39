import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotAtMs } from '../../../shared/modules/webhooks/deliveries/rate-limiter.ts';

const minuteMs = 60_000;

describe('the slots of a rate limit', () => {
  it('of this minute are immediate', () => {
    const nowMs = 100 * minuteMs + 12_345;
    expect(slotAtMs(200, 2, nowMs)).toBe(nowMs);
    expect(slotAtMs(201, 2, nowMs)).toBe(nowMs);
  });

  it('of later minutes are distributed over them', () => {
    const nowMs = 100 * minuteMs + 59_999;
    expect(slotAtMs(202, 2, nowMs)).toBe(101 * minuteMs);
    expect(slotAtMs(203, 2, nowMs)).toBe(101 * minuteMs + 30_000);
    expect(slotAtMs(204, 2, nowMs)).toBe(102 * minuteMs);
  });

  it('never assign more attempts to a minute than the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.nat(10_000),
        fc.nat(59_999),
        (limit, minute, inMinuteMs) => {
          const nowMs = minute * minuteMs + inMinuteMs;
          const first = minute * limit;
          const minutes = Array.from({ length: 3 * limit }, (_, index) =>
            Math.floor(slotAtMs(first + index, limit, nowMs) / minuteMs),
          );
          for (const one of new Set(minutes)) {
            expect(minutes.filter((other) => other === one)).toHaveLength(limit);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
