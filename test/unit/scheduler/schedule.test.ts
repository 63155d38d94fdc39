import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  intendedTime,
  isTicked,
  nativeSchedule,
  nextRunMs,
  plannedTimes,
  plannedUntilMs,
  runsBetween,
  scheduleProblem,
  type Timing,
} from '../../../shared/modules/scheduler/timing/schedule.ts';

const noon = Date.parse('2026-03-01T12:00:00.000Z');
const cron = (scheduleValue: string, timezone = 'UTC'): Timing => ({
  ...{ scheduleType: 'cron', scheduleValue, timezone, anchorMs: noon },
});
const every = (scheduleValue: string): Timing => ({ ...cron(scheduleValue), scheduleType: 'interval' });

describe('scheduleProblem', () => {
  it('refuses only a cron expression whose times do not exist in its time zone', () => {
    const expression = '30 2 * 3 0L';
    expect(scheduleProblem(cron(expression, 'Europe/Paris'), noon)).toBe(
      'contains only times that clocks in Europe/Paris skip, so it would never fire',
    );
    expect(scheduleProblem(cron(expression, 'Asia/Tokyo'), noon)).toBeUndefined();
    expect(scheduleProblem(cron('61 * * * *'), noon)).toContain('not a cron expression');
    expect(scheduleProblem(every('5m'), noon)).toBeUndefined();
  });
});

describe('the tick', () => {
  it.each<[Timing, boolean]>([
    [cron('0 0 * * 1#2', 'Europe/Paris'), false],
    [cron('0 0 1,L * *'), true],
    [every('60s'), false],
    [every('2h'), false],
    [every('59s'), true],
    [every('90s'), true],
  ])('fires %j: %s', (timing, expected) => {
    expect(isTicked(timing)).toBe(expected);
    expect(nativeSchedule(timing, noon) === undefined).toBe(expected);
  });
});

describe('nativeSchedule', () => {
  it('of minutes is a rate from the next run, in the largest exact unit', () => {
    const atMs = noon + 7 * 60_000;
    expect(nativeSchedule(every('5m'), atMs)).toEqual({
      expression: 'rate(5 minutes)',
      timezone: 'UTC',
      startMs: noon + 600_000,
      rate: { anchorMs: noon, seconds: 300 },
    });
    const rates = ['60s', '1h', '90m', '24h', '14d'].map(
      (value) => nativeSchedule(every(value), noon)?.expression,
    );
    const lengths = ['1 minute', '1 hour', '90 minutes', '1 day', '14 days'];
    expect(rates).toEqual(lengths.map((length) => `rate(${length})`));
  });

  it('of a cron expression is in the job’s time zone', () => {
    expect(nativeSchedule(cron('0 0 1 * *', 'Europe/Paris'), noon)).toEqual({
      expression: 'cron(0 0 1 * ? *)',
      timezone: 'Europe/Paris',
    });
  });
});

describe('intendedTime', () => {
  const rate = { anchorMs: noon + 43_000, seconds: 300 };

  it.each([
    ['the time itself', 343_000, 343_000],
    ['its own minute', 300_000, 343_000],
    ['a time between', 120_000, 120_000],
    ['before the first', 0, 0],
    ['within a minute before the first', 300_001, 343_000],
  ])('takes %s', (_, namedMs, expectedMs) => {
    expect(intendedTime(rate, noon + namedMs)).toBe(noon + expectedMs);
  });

  it('keeps the times of cron expressions', () => {
    expect(intendedTime(undefined, noon + 1)).toBe(noon + 1);
  });
});

describe('plannedTimes', () => {
  const isoOf = (times: readonly number[]) => times.map((atMs) => new Date(atMs).toISOString().slice(11, 19));

  it('are all firings until the end of the next minute, without gaps from tick to tick', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }).filter((seconds) => seconds % 60 !== 0),
        fc.integer({ min: 0, max: 59_999 }),
        fc.array(fc.integer({ min: 0, max: 59_999 }), { minLength: 3, maxLength: 3 }),
        (seconds, sinceMinuteMs, late) => {
          const startMs = noon + sinceMinuteMs;
          const timing = { ...every(`${seconds}s`), anchorMs: Math.floor(startMs / 1_000) * 1_000 };
          const planned = plannedTimes(timing, startMs + 1, startMs);
          // EventBridge may start a tick anywhere in its minute.
          for (const [minute, lateMs] of late.entries()) {
            const tickMs = noon + (minute + 1) * 60_000 + lateMs;
            const dueMs = nextRunMs(timing, planned.at(-1) ?? startMs);
            if (dueMs < plannedUntilMs(tickMs)) planned.push(...plannedTimes(timing, dueMs, tickMs));
          }
          expect(planned).toEqual(runsBetween(timing, startMs, noon + 5 * 60_000));
        },
      ),
    );
  });

  it.each<[string, number, number, string[]]>([
    ['on time', 20, 0, ['12:00:00', '12:00:20', '12:00:40', '12:01:00', '12:01:20', '12:01:40']],
    ['less than a minute late', 90, 59, ['12:00:00', '12:01:30']],
    ['ten minutes late', 90, 600, ['12:09:00', '12:10:30']],
    ['ten minutes late', 45, 600, ['12:09:00', '12:09:45', '12:10:30', '12:11:15']],
    ['ten minutes late', 3_601, 600, ['12:00:00']],
    ['two days late', 172_801, 172_800, ['12:00:01']],
  ])('of a tick %s, every %d s: only the last missed one', (_, seconds, lateSeconds, expected) => {
    const timing = { ...every(`${seconds}s`), anchorMs: noon - seconds * 1_000 };
    expect(isoOf(plannedTimes(timing, noon, noon + lateSeconds * 1_000))).toEqual(expected);
  });

  it('after a late tick are none from before the schedule was set or enabled', () => {
    const timing = { ...cron('30 * * * *'), anchorMs: noon - 15 * 60_000 };
    expect(plannedTimes(timing, noon - 90 * 60_000, noon + 10 * 60_000)).toEqual([]);
  });
});
