import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../../lib/local/scheduler/cron.ts';
import { parseExpression } from '../../../lib/local/scheduler/expression.ts';
import { wallTimeAt } from '../../../lib/local/scheduler/time-zone.ts';

const at = (text: string): number => Date.parse(`${text}Z`);
const text = (atMs: number | undefined): string =>
  atMs === undefined ? 'never' : new Date(atMs).toISOString().slice(0, 16);

/** The next times, in UTC and without seconds. */
function next(fields: string, after: string, count: number, timezone = 'UTC'): string[] {
  const nextDue = parseExpression(`cron(${fields})`, timezone);
  const times: number[] = [];
  while (times.length < count) {
    const atMs = nextDue(times.at(-1) ?? at(after), 0);
    if (atMs === undefined) break;
    times.push(atMs);
  }
  return times.map(text);
}

describe('a cron expression is due', () => {
  // 2026-01-01 is a Thursday.
  it.each<[string, string, string[]]>([
    ['*/15 * * * ? *', '2026-01-01T00:00', ['2026-01-01T00:15', '2026-01-01T00:30', '2026-01-01T00:45']],
    ['0/20 8 * * ? *', '2026-01-01T08:05', ['2026-01-01T08:20', '2026-01-01T08:40', '2026-01-02T08:00']],
    ['10/25 8 * * ? *', '2026-01-01T00:00', ['2026-01-01T08:10', '2026-01-01T08:35', '2026-01-02T08:10']],
    ['0 10-14/2 * * ? *', '2026-01-01T11:00', ['2026-01-01T12:00', '2026-01-01T14:00', '2026-01-02T10:00']],
    ['5,35 9,17 * * ? *', '2026-01-01T09:05', ['2026-01-01T09:35', '2026-01-01T17:05', '2026-01-01T17:35']],
    ['15 10 ? * MON-FRI *', '2026-01-02T10:15', ['2026-01-05T10:15', '2026-01-06T10:15']],
    ['0 8 ? * 1,7 *', '2026-01-01T00:00', ['2026-01-03T08:00', '2026-01-04T08:00', '2026-01-10T08:00']],
    ['0 8 ? * sun,Wed *', '2026-01-01T00:00', ['2026-01-04T08:00', '2026-01-07T08:00']],
    ['0 0 1 JAN,jul ? *', '2026-01-01T00:00', ['2026-07-01T00:00', '2027-01-01T00:00']],
    ['0 0 1 */3 ? *', '2026-01-01T00:00', ['2026-04-01T00:00', '2026-07-01T00:00', '2026-10-01T00:00']],
    ['0 0 31 * ? *', '2026-01-31T00:00', ['2026-03-31T00:00', '2026-05-31T00:00']],
    ['0 0 L * ? *', '2026-01-31T00:00', ['2026-02-28T00:00', '2026-03-31T00:00', '2026-04-30T00:00']],
    ['0 0 L 2 ? *', '2027-03-01T00:00', ['2028-02-29T00:00', '2029-02-28T00:00']],
    ['0 0 LW * ? *', '2026-01-01T00:00', ['2026-01-30T00:00', '2026-02-27T00:00', '2026-03-31T00:00']],
    // The 3rd of January and of May 2026 are a Saturday and a Sunday, the 1st of August a Saturday.
    ['0 0 3W 1,5 ? *', '2026-01-01T00:00', ['2026-01-02T00:00', '2026-05-04T00:00']],
    ['0 0 1W 8 ? *', '2026-01-01T00:00', ['2026-08-03T00:00', '2027-08-02T00:00']],
    ['0 0 31W 5 ? *', '2026-01-01T00:00', ['2026-05-29T00:00', '2027-05-31T00:00']],
    ['0 0 31W 1-3 ? *', '2026-02-01T00:00', ['2026-03-31T00:00', '2027-01-29T00:00']],
    ['0 9 ? * L *', '2026-01-01T00:00', ['2026-01-03T09:00', '2026-01-10T09:00']],
    ['0 9 ? * 6L *', '2026-01-01T00:00', ['2026-01-30T09:00', '2026-02-27T09:00']],
    ['0 9 ? * FRIL *', '2026-01-30T09:00', ['2026-02-27T09:00']],
    ['0 9 ? * 3#2 *', '2026-01-01T00:00', ['2026-01-13T09:00', '2026-02-10T09:00']],
    ['0 9 ? * TUE#2 *', '2026-01-13T09:00', ['2026-02-10T09:00']],
    ['0 9 ? * 5#5 *', '2026-01-01T00:00', ['2026-01-29T09:00', '2026-04-30T09:00']],
    ['0 0 29 2 ? *', '2026-01-01T00:00', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['0 0 1 1 ? 2027,2030', '2026-01-01T00:00', ['2027-01-01T00:00', '2030-01-01T00:00']],
    ['0 0 1 1 ? 2026/50', '2026-01-02T00:00', ['2076-01-01T00:00', '2126-01-01T00:00']],
    ['0 0 1 1 ? 2198-2199', '2026-01-01T00:00', ['2198-01-01T00:00', '2199-01-01T00:00']],
    ['0 0 30 2 ? *', '2026-01-01T00:00', []],
    ['0 0 1 1 ? 2025', '2026-01-01T00:00', []],
  ])('%s after %s at %j', (fields, after, expected) => {
    expect(next(fields, after, Math.max(expected.length, 1))).toEqual(expected);
  });

  it.each<[string, string, string, string, string[]]>([
    ['in its time zone', '0 8 * * ? *', 'Asia/Kolkata', '2026-01-01T00:00', ['2026-01-01T02:30']],
    ['on its date', '0 1 1 * ? *', 'Pacific/Auckland', '2026-01-01T00:00', ['2026-01-31T12:00']],
    ['earlier in summer', '0 8 * * ? *', 'Europe/Berlin', '2026-03-29T00:00', ['2026-03-29T06:00']],
    ['not again', '30 1 * * ? *', 'America/New_York', '2026-11-01T06:10', ['2026-11-02T06:30']],
  ])('%s', (_, fields, zone, after, expected) => {
    expect(next(fields, after, expected.length, zone)).toEqual(expected);
  });

  it('at each matching time of the clock, the first time it occurs', () => {
    // Days with a repeated hour, a repeated half hour, a skipped hour, and without a change.
    const days = {
      'Europe/Berlin': '2026-10-24T12:00',
      'Australia/Lord_Howe': '2026-04-04T06:00',
      'America/Santiago': '2026-09-05T20:00',
      UTC: '2026-02-27T00:00',
    };
    const minuteMs = 60_000;
    const zones = fc.constantFrom(...(Object.entries(days) as [string, string][]));
    const picks = (max: number) =>
      fc.uniqueArray(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(zones, picks(59), picks(23), ([zone, start], minutes, hours) => {
        const startMs = at(start);
        const shown = new Set<string>();
        const expected: string[] = [];
        for (let atMs = startMs; atMs < startMs + 36 * 60 * minuteMs; atMs += minuteMs) {
          const wall = new Date(wallTimeAt(zone, atMs));
          const clock = text(wall.getTime());
          const matches = hours.includes(wall.getUTCHours()) && minutes.includes(wall.getUTCMinutes());
          if (atMs > startMs && !shown.has(clock) && matches) expected.push(text(atMs));
          shown.add(clock);
        }
        expect(next(`${minutes} ${hours} * * ? *`, start, expected.length, zone)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});

describe('expressions that EventBridge refuses', () => {
  it.each([
    // Fields that are missing, too many, or contradict each other.
    ...['cron()', 'cron(0 8 * * ?)', 'cron(0 8 * * ? * *)', 'cron(0 8 * * ? *', '0 8 * * ? *'],
    ...['cron(* * * * * *)', 'cron(0 8 * * MON *)', 'cron(0 8 ? * ? *)', 'cron(? 8 * * ? *)'],
    // Values out of range.
    ...['cron(60 8 * * ? *)', 'cron(0 24 * * ? *)', 'cron(0 8 0 * ? *)', 'cron(0 8 32 * ? *)'],
    ...['cron(0 8 * 13 ? *)', 'cron(0 8 ? * 0 *)', 'cron(0 8 ? * 8 *)', 'cron(0 8 ? * 2#6 *)'],
    ...['cron(0 8 * * ? 1969)', 'cron(0 8 * * ? 2200)', 'cron(*/0 8 * * ? *)', 'cron(*/61 8 * * ? *)'],
    // Special characters where they are not allowed.
    ...['cron(0 8 ? * MON/2 *)', 'cron(0 8 ? * 2#1,3#1 *)', 'cron(0 8 L,15 * ? *)', 'cron(0 8 1W,15W * ? *)'],
    ...['cron(0 8 W * ? *)', 'cron(0 8 ? * FRI-MON *)', 'cron(30-10 8 * * ? *)', 'cron(/5 8 * * ? *)'],
    ...['cron(1- 8 * * ? *)', 'cron(1,,2 8 * * ? *)', 'cron(-1 8 * * ? *)', 'cron(0.5 8 * * ? *)'],
    // Rates, times and other texts.
    ...[
      'rate(0 minutes)',
      'rate(-5 minutes)',
      'rate(1.5 hours)',
      'rate(5 weeks)',
      'rate(5)',
      'every day',
      '',
    ],
    ...['at(2026-01-01)', 'at(2026-01-01T00:00)', 'at(2026-02-30T00:00:00)', 'at(2026-01-01T24:00:00)'],
    ...['at(2026-01-01T00:60:00)', 'at(2026-01-01T00:00:60)', 'at(2026-01-01T00:00:00Z)'],
  ])('%s', (expression) => {
    expect(() => parseExpression(expression)).toThrow(ExpressionError);
  });

  it.each(['Europe/Nowhere', '+02:00', '', 'Europe/Berlin '])('the time zone %j', (zone) => {
    expect(() => parseExpression('rate(1 day)', zone)).toThrow(ExpressionError);
  });
});

describe('at', () => {
  it.each([
    ['UTC', '2026-03-29T02:30:00', '2026-03-29T02:30'],
    ['Europe/Berlin', '2026-07-01T08:00:30', '2026-07-01T06:00'],
    ['Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25T00:30'],
    // Skipped by the clock: the offset within the gap is added to the change.
    ['Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:30'],
  ])('is one point in time in %s: %s', (zone, local, expected) => {
    const nextDue = parseExpression(`at(${local})`, zone);
    const dueMs = nextDue(0, 0);
    expect(text(dueMs)).toBe(expected);
    expect(nextDue(dueMs ?? 0, 0)).toBeUndefined();
  });
});

describe('a rate', () => {
  it.each([
    ['rate(1 minute)', 60],
    ['rate(5 minutes)', 300],
    ['rate(2 hours)', 7_200],
    ['rate(1 day)', 86_400],
  ])('%s counts from its start, across clock changes', (expression, seconds) => {
    const nextDue = parseExpression(expression, 'Europe/Berlin');
    const anchorMs = at('2026-03-28T00:00');
    expect(nextDue(anchorMs - 1, anchorMs)).toBe(anchorMs);
    expect(nextDue(anchorMs, anchorMs)).toBe(anchorMs + seconds * 1000);
    expect(nextDue(anchorMs + seconds * 1000 - 1, anchorMs)).toBe(anchorMs + seconds * 1000);
    expect(nextDue(anchorMs + seconds * 2500, anchorMs)).toBe(anchorMs + seconds * 3000);
  });
});
