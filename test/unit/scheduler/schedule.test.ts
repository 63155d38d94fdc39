import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filledAtStart,
  intendedTime,
  matcherOf,
  minuteFilledBy,
  nativeSchedules,
  nextRunMs,
  onceAt,
  runsBetween,
  scheduleProblem,
  type Timing,
} from '../../../shared/modules/scheduler/timing/schedule.ts';

const noon = Date.parse('2026-03-01T12:00:00.000Z');
const cron = (scheduleValue: string, timezone = 'UTC'): Timing => ({
  scheduleType: 'cron',
  scheduleValue,
  timezone,
  anchorMs: noon,
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

describe('engineOf', () => {
  it.each<[Timing, string]>([
    [cron('*/5 * * * *'), 'native'],
    [cron('0 0 1 * 1'), 'native'],
    [cron('0 0 1,L * *'), 'chain'],
    [every('60s'), 'native'],
    [every('2h'), 'native'],
    [every('59s'), 'ticks'],
    [every('90s'), 'ticks'],
  ])('of %j is %s', (timing, engine) => {
    expect(matcherOf(timing)).toBe(engine);
  });
});

describe('nativeSchedules', () => {
  it('of minutes are a rate from the next run, in the largest exact unit', () => {
    const atMs = noon + 7 * 60_000;
    expect(nativeSchedules(every('5m'), atMs)).toEqual([
      {
        part: 'a',
        expression: 'rate(5 minutes)',
        timezone: 'UTC',
        startMs: noon + 600_000,
        rate: { anchorMs: noon, seconds: 300 },
        kind: 'fire',
      },
    ]);
    const expressions = ['60s', '1h', '90m', '24h', '14d'].map((value) =>
      nativeSchedules(every(value), noon),
    );
    expect(expressions.flat().map(({ expression }) => expression)).toEqual([
      'rate(1 minute)',
      'rate(1 hour)',
      'rate(90 minutes)',
      'rate(1 day)',
      'rate(14 days)',
    ]);
  });

  it('of seconds are a tick every minute', () => {
    expect(nativeSchedules(every('7s'), noon)).toEqual([
      { part: 'a', expression: 'cron(* * * * ? *)', timezone: 'UTC', kind: 'tick' },
    ]);
  });

  it('of both days are two, each in the job’s time zone', () => {
    const [first, second] = nativeSchedules(cron('0 0 1 * 1', 'Europe/Paris'), noon);
    expect(first).toEqual({
      part: 'a',
      expression: 'cron(0 0 1 * ? *)',
      timezone: 'Europe/Paris',
      kind: 'fire',
    });
    expect(second).toMatchObject({ part: 'b', expression: 'cron(0 0 ? * 2 *)' });
  });

  it('without a translation for AWS is one for the next time', () => {
    expect(nativeSchedules(cron('0 0 1,L * *', 'Asia/Kolkata'), noon)).toEqual([
      {
        part: 'a',
        expression: 'at(2026-03-30T18:30:00)',
        timezone: 'UTC',
        kind: 'fire',
        onceAtMs: Date.parse('2026-03-30T18:30:00.000Z'),
      },
    ]);
  });
});

describe('onceAt', () => {
  it('is never so early that EventBridge would refuse it, and keeps its own time', () => {
    expect(onceAt(noon + 1_000, noon)).toMatchObject({
      expression: 'at(2026-03-01T12:00:30)',
      onceAtMs: noon + 1_000,
    });
    expect(onceAt(noon - 5_000, noon + 1)).toMatchObject({ expression: 'at(2026-03-01T12:00:31)' });
    expect(onceAt(noon + 3_600_000, noon).expression).toBe('at(2026-03-01T13:00:00)');
  });
});

describe('timeMeantBy', () => {
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

describe('the minutes of an interval that is not whole minutes', () => {
  it('are queued without gaps: the first tick continues where the start ended', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }).filter((seconds) => seconds % 60 !== 0),
        fc.integer({ min: 0, max: 59_999 }),
        (seconds, sinceMinuteMs) => {
          const startMs = noon + sinceMinuteMs;
          const timing = { ...every(`${seconds}s`), anchorMs: Math.floor(startMs / 1_000) * 1_000 };
          const fill = ({ afterMs, beforeMs }: { afterMs: number; beforeMs: number }) =>
            runsBetween(timing, afterMs, beforeMs);
          const ticks = [1, 2, 3].map((minutes) => noon + minutes * 60_000);
          // EventBridge may set the time of a tick anywhere in its minute.
          const filled = [
            ...fill(filledAtStart(startMs)),
            ...ticks.flatMap((tickMs) => fill(minuteFilledBy(tickMs + (sinceMinuteMs % 60_000)))),
          ];
          expect(filled).toEqual(runsBetween(timing, startMs, noon + 5 * 60_000));
          expect(filled[0] ?? nextRunMs(timing, startMs)).toBe(nextRunMs(timing, startMs));
        },
      ),
    );
  });
});
