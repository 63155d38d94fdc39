import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  rateHeaders,
  rateStatus,
  staleCounters,
  windowsAt,
} from '../../../shared/kernel/auth/rate-window.ts';

const atMs = Date.parse('2026-03-01T09:59:30.000Z');
const limits = { perMinute: 100, perHour: 1000 };

describe('rate windows', () => {
  it('are the clock minute and the clock hour', () => {
    const windows = windowsAt(atMs);
    expect(new Date(windows.minuteEndsAtMs).toISOString()).toBe('2026-03-01T10:00:00.000Z');
    expect(new Date(windows.hourEndsAtMs).toISOString()).toBe('2026-03-01T10:00:00.000Z');
    expect(windowsAt(windows.minuteEndsAtMs - 1)).toEqual(windows);
    const next = windowsAt(windows.minuteEndsAtMs);
    expect([next.minute, next.hour]).not.toContain(windows.minute);
    expect(next.hour).not.toBe(windows.hour);
  });

  it('of the past are listed, and no other attributes of the item', () => {
    const windows = windowsAt(atMs);
    const item = { [windows.minute]: 1, [windows.hour]: 2, m1: 3, h2: 4, name: 'm1', minute: 5 };
    expect(staleCounters(item, windows)).toEqual(['m1', 'h2']);
  });
});

describe('requests per second', () => {
  const minuteMs = Date.parse('2026-03-01T09:59:00.000Z');
  const fast = { perMinute: 1_000_000, perHour: 10_000_000 };

  it.each([
    [500, 0, false],
    [501, 999, true],
    [1_000, 1_000, false],
    [30_001, 59_999, true],
  ])('are on average at most 500: %i until %i ms of a minute', (count, ms, exceeded) => {
    const status = rateStatus({ minute: count, hour: count }, fast, windowsAt(minuteMs), minuteMs + ms);
    expect(status.exceeded).toBe(exceeded);
    if (exceeded) expect(status).toMatchObject({ limit: 500, remaining: 0, resetSeconds: 1 });
  });

  it('do not hide a limit that is exceeded for longer', () => {
    const status = rateStatus({ minute: 501, hour: 501 }, limits, windowsAt(minuteMs), minuteMs);
    expect(status).toMatchObject({ limit: 100, resetSeconds: 60 });
  });
});

describe('the rate status', () => {
  const windows = windowsAt(atMs);

  it.each([
    ['less remains of the minute', { minute: 60, hour: 100 }, { limit: 100, remaining: 40, exceeded: false }],
    ['less remains of the hour', { minute: 1, hour: 990 }, { limit: 1000, remaining: 10, exceeded: false }],
    ['the last of the minute', { minute: 100, hour: 100 }, { limit: 100, remaining: 0, exceeded: false }],
    ['one over the minute', { minute: 101, hour: 101 }, { limit: 100, remaining: 0, exceeded: true }],
    ['one over both', { minute: 101, hour: 1001 }, { limit: 1000, remaining: 0, exceeded: true }],
  ])('with %s', (_, counts, expected) => {
    expect(rateStatus(counts, limits, windows, atMs)).toMatchObject(expected);
  });

  it('returns the seconds until the window ends, at least 1', () => {
    const minute = { minute: 100, hour: 1 };
    expect(rateStatus(minute, limits, windows, atMs).resetSeconds).toBe(30);
    expect(rateStatus(minute, limits, windows, atMs + 1).resetSeconds).toBe(30);
    expect(rateStatus(minute, limits, windows, windows.minuteEndsAtMs - 1).resetSeconds).toBe(1);
  });

  it('has headers that never exceed the remaining requests', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(2000), (minute, hour) => {
        const headers = rateHeaders(rateStatus({ minute, hour }, limits, windows, atMs));
        const left = Math.max(0, Math.min(limits.perMinute - minute, limits.perHour - hour));
        expect(Number(headers['x-ratelimit-remaining'])).toBe(left);
        expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
