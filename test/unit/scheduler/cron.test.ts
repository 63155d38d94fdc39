import { describe, expect, it } from 'vitest';
import { cronProblem, nextCronRun } from '../../../shared/modules/scheduler/timing/cron.ts';

describe('cronProblem', () => {
  it.each([
    '* * * * *',
    '*/5 * * * *',
    '0 9-17 * * 1-5',
    '0 */4 * * *',
    '  0   0 1,15 *  * ',
    '0 0 * * 0,6',
    '0 0 29 2 *',
    '0 0 31 * *',
    '0 0 * JAN-MAR MON,THU',
    '0 0 * * 7',
    '0 0 L * *',
    '0 0 * * 1#2',
    '0 0 ? * MON',
    '0 9 * * 0,7',
    '0 9 * * 0,6-7',
    '0 9 * * SUN-SUN',
    '0,0 9 * * 1,1',
    '0 0 *,5 * *',
  ])('accepts %s', (expression) => {
    expect(cronProblem(expression)).toBeUndefined();
  });

  it.each([
    ['', 'five fields'],
    ['* * * *', 'five fields'],
    ['0 * * * * *', 'five fields'],
    ['@daily', 'five fields'],
    ['999 * * * *', 'not a cron expression'],
    ['a b c d e', 'not a cron expression'],
    ['*/0 * * * *', 'not a cron expression'],
    ['5-1 * * * *', 'not a cron expression'],
    ['0 0 * * 1-', '"1-" is not a day of week'],
    ['0 0 * * FRI-MON', 'ends before it begins'],
    ['0 0 * * 8', '"8" is not a day of week from 0 to 7'],
    ['0 0 1,, * *', '"" is not a day of month'],
    ['0 0 1 * L', '"L" is not a day of week'],
    ['0 0 * * 1#6', '"1#6" is not a day of week'],
    ['0 0 30 2 *', 'would never fire'],
    ['0 0 31 4,6,9,11 *', 'would never fire'],
    ['0 0 30 2 */2', 'would never fire'],
    ['H * * * *', '"H" is not a minute'],
    [`${'0,'.repeat(200)}0 * * * *`, 'at most 255 characters'],
  ])('explains the problem of "%s"', (expression, problem) => {
    expect(cronProblem(expression)).toContain(problem);
  });
});

describe('nextCronRun', () => {
  const iso = (expression: string, zone: string, after: string) =>
    new Date(nextCronRun(expression, zone, Date.parse(after)) ?? Number.NaN).toISOString();

  it.each([
    ['0 9 * * *', 'UTC', '2026-03-01T08:59:59.999Z', '2026-03-01T09:00:00.000Z'],
    ['0 9 * * *', 'UTC', '2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z'],
    ['0 9 * * *', 'America/New_York', '2026-01-15T00:00:00.000Z', '2026-01-15T14:00:00.000Z'],
    ['0 0 1 1 *', 'Asia/Kolkata', '2026-06-01T00:00:00.000Z', '2026-12-31T18:30:00.000Z'],
    ['0 0 29 2 *', 'UTC', '2026-01-01T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['0 0 31 * *', 'UTC', '2026-04-01T00:00:00.000Z', '2026-05-31T00:00:00.000Z'],
    ['0 0 13 * 5', 'UTC', '2026-03-01T00:00:00.000Z', '2026-03-06T00:00:00.000Z'],
    // Both day fields must match if one begins with `*`: an odd Monday, the 13th on a Friday, Sunday or Wednesday.
    ['0 0 */2 * 1', 'UTC', '2026-03-01T00:00:00.000Z', '2026-03-09T00:00:00.000Z'],
    ['0 0 13 * */3', 'UTC', '2026-03-14T00:00:00.000Z', '2026-05-13T00:00:00.000Z'],
    ['0 0 1-31/2 * 1', 'UTC', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['0 9 * * 0,7', 'UTC', '2026-03-02T00:00:00.000Z', '2026-03-08T09:00:00.000Z'],
    ['0 9 * * 6-7', 'UTC', '2026-03-02T00:00:00.000Z', '2026-03-07T09:00:00.000Z'],
    ['0 9 * * sat-Sun', 'UTC', '2026-03-02T00:00:00.000Z', '2026-03-07T09:00:00.000Z'],
    ['0 9 * * FRI-SUN', 'UTC', '2026-03-07T12:00:00.000Z', '2026-03-08T09:00:00.000Z'],
    ['0 9 * * FRI-SUN/2', 'UTC', '2026-03-06T12:00:00.000Z', '2026-03-08T09:00:00.000Z'],
    // A time that does not exist in spring is skipped, and one that is repeated in autumn runs once.
    ['30 2 * * *', 'Europe/Paris', '2026-03-28T12:00:00Z', '2026-03-30T00:30:00.000Z'],
    ['0 * * * *', 'Europe/Paris', '2026-03-29T00:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['30 2 * * *', 'Europe/Paris', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['30 2 * * *', 'Europe/Paris', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['*/15 * * * *', 'Europe/Paris', '2026-10-25T00:45:00Z', '2026-10-25T02:00:00.000Z'],
    // The clock changes at midnight, and by half an hour.
    ['30 0 * * *', 'Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-24T21:30:00.000Z'],
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', '2026-10-04T15:15:00.000Z'],
    // 29 February after a century without one, a time that most years skip, the fifth Monday of a February.
    ['0 0 29 2 *', 'UTC', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00.000Z'],
    ['30 2 29 3 *', 'Europe/Paris', '2026-01-01T00:00:00Z', '2027-03-29T00:30:00.000Z'],
    ['0 0 * 2 1#5', 'UTC', '2026-01-01T00:00:00Z', '2044-02-29T00:00:00.000Z'],
    ['0 0 * 2 1#5', 'UTC', '2072-03-01T00:00:00Z', '2112-02-29T00:00:00.000Z'],
  ])('%s in %s after %s is %s', (expression, zone, after, expected) => {
    expect(iso(expression, zone, after)).toBe(expected);
  });

  it.each([
    ['30 2 * 3 0L', 'Europe/Paris'],
    ['30 2 * 3 0#2', 'America/New_York'],
  ])('is undefined for %s in %s, where no such time exists', (expression, zone) => {
    expect(nextCronRun(expression, zone, Date.parse('2026-01-01T00:00:00Z'))).toBeUndefined();
    expect(iso(expression, 'UTC', '2026-01-01T00:00:00Z')).toMatch(/^2026-03-/);
  });
});
