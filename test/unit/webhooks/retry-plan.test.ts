import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../../shared/kernel/outbound/retry-after.ts';
import { nextWaitMs, retryOffsetsSeconds } from '../../../shared/modules/webhooks/deliveries/retry-plan.ts';

const offsets = retryOffsetsSeconds({});

describe('the offsets of attempts', () => {
  it('are by default ten within a day', () => {
    expect(offsets).toEqual([0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 68_400, 86_400]);
  });

  it.each([
    ['0,1', [0, 1]],
    ['0, 2 , 4', [0, 2, 4]],
    ['0,0,0', [0, 0, 0]],
    ['0,0.05,0.1', [0, 0.05, 0.1]],
    ['0,2592000', [0, 2_592_000]],
  ])('are set to %s', (text, expected) => {
    expect(retryOffsetsSeconds({ WEBHOOK_RETRY_OFFSETS: text })).toEqual(expected);
  });

  it.each([
    ...['0', '1,2', '0,5,4', '0,-1', '0,x', '0,,5', '0,1,', '0,1e3', '0,Infinity', '0 5', '0,2592001', ','],
  ])('prevent the start of the function if they are set to %j', (text) => {
    const parse = () => retryOffsetsSeconds({ WEBHOOK_RETRY_OFFSETS: text });
    expect(parse).toThrow(/WEBHOOK_RETRY_OFFSETS must be/);
  });
});

describe('the wait before the next attempt', () => {
  it.each([
    [0, 4_500],
    [0.5, 5_000],
    [1, 5_500],
  ])('with the random number %d is %d ms', (chance, ms) => {
    expect(nextWaitMs({ attemptsMade: 1, offsets, random: () => chance })).toBe(ms);
  });

  it.each([
    [1, 7, 0, 7],
    [1, 3_600, 0, 3_600],
    [4, 20_000, 7_200, 20_000],
    [4, 86_400, 7_200, 79_200],
    [9, 86_400, 66_000, 20_400],
    [1, Number.POSITIVE_INFINITY, 0, 86_400],
  ])(
    'after %d, if the receiver requests %d seconds %d seconds after the first, is %d seconds',
    (attemptsMade, seconds, elapsed, expected) => {
      const retryAfter = { seconds, elapsedMs: elapsed * 1_000 };
      for (const chance of [0, 0.5, 1]) {
        const waitMs = nextWaitMs({ attemptsMade, offsets, random: () => chance, retryAfter });
        expect(waitMs).toBe(expected * 1_000);
      }
    },
  );

  it.each([
    [1, 0, 0],
    [1, 4, 0],
    [9, 1e300, 90_000],
  ])(
    'after %d varies as usual, if the receiver requests %d seconds %d seconds after the first',
    (attemptsMade, seconds, elapsed) => {
      const retryAfter = { seconds, elapsedMs: elapsed * 1_000 };
      for (const chance of [0, 0.5, 1]) {
        const state = { attemptsMade, offsets, random: () => chance };
        const waitMs = nextWaitMs({ ...state, retryAfter });
        expect(waitMs).toBe(nextWaitMs(state));
      }
    },
  );

  it('is a whole number of milliseconds, within a tenth of the plan', () => {
    const state = fc.record({
      attemptsMade: fc.integer({ min: 1, max: 40 }),
      waits: fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 12 }),
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(state, ({ attemptsMade, waits, chance }) => {
        const offsets = [0];
        for (const wait of waits) offsets.push((offsets.at(-1) ?? 0) + wait);
        const waitMs = nextWaitMs({ attemptsMade, offsets, random: () => chance });
        const plannedMs = (waits[attemptsMade - 1] ?? waits.at(-1) ?? 0) * 1000;
        expect(Number.isInteger(waitMs)).toBe(true);
        expect(waitMs).toBeGreaterThanOrEqual(Math.floor(0.9 * plannedMs));
        expect(waitMs).toBeLessThanOrEqual(Math.ceil(1.1 * plannedMs));
      }),
    );
  });
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-03-01T09:30:00.500Z');

  it.each([
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['1.2', 2],
    ['1.', 1],
    ['0.001', 1],
    ['Sun, 01 Mar 2026 09:31:00 GMT', 60],
    ['Sunday, 01-Mar-26 09:31:00 GMT', 60],
    ['Sun Mar  1 09:31:00 2026', 60],
    ['Sun, 01 Mar 2026 09:30:00 GMT', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ])('%j requests %d seconds', (header, seconds) => {
    expect(parseRetryAfter(header, nowMs)).toBe(seconds);
  });

  it.each([
    ...[undefined, '', '-5', '+5', '1e3', '0x10', '1,2', 'soon', 'GMT', 'Sun'],
    ...['Sun, 99 Mar 2026 09:31:00 GMT', '2026-03-01T09:31:00Z'],
  ])('%j requests nothing', (header) => {
    expect(parseRetryAfter(header, nowMs)).toBeUndefined();
  });

  it('never throws, never returns less than 0', () => {
    const dates = fc.date({ noInvalidDate: true }).map((date) => date.toUTCString());
    const headers = fc.oneof(fc.string(), dates);
    fc.assert(
      fc.property(headers, (header) => {
        expect(parseRetryAfter(header, nowMs) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
