import { CronExpressionParser } from 'cron-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAwsCron } from '../../../shared/modules/scheduler/timing/aws-cron.ts';
import { cronFields, cronProblem, nextCronRun } from '../../../shared/modules/scheduler/timing/cron.ts';
import { awsFirings, isNearTransition } from '../../support/invariants/aws-cron.ts';

const translate = (expression: string) => toAwsCron(cronFields(expression));

describe('toAwsCron', () => {
  it.each([
    ['* * * * *', 'cron(* * * * ? *)'],
    ['*/5 * * * *', 'cron(0/5 * * * ? *)'],
    ['7-59/10 * * * *', 'cron(7/10 * * * ? *)'],
    ['0-30/10 * * * *', 'cron(0,10,20,30 * * * ? *)'],
    ['0 9-17 * * MON-FRI', 'cron(0 9-17 ? * 2-6 *)'],
    ['0 0 * * 7', 'cron(0 0 ? * 1 *)'],
    ['0 0 * * 5-7', 'cron(0 0 ? * 1,6,7 *)'],
    ['0 0 * * */2', 'cron(0 0 ? * 1,3,5,7 *)'],
    ['0 0 1 JAN,jul *', 'cron(0 0 1 1,7 ? *)'],
    ['0 0 29 2 *', 'cron(0 0 29 2 ? *)'],
    ['0 0 L * *', 'cron(0 0 L * ? *)'],
    ['0 0 * * 5L', 'cron(0 0 ? * 6L *)'],
    ['0 0 * * 1#2', 'cron(0 0 ? * 2#2 *)'],
    ['? ? * * ?', 'cron(* * * * ? *)'],
    // A day that no month has, which AWS would refuse, and unrestricted days of the month.
    ['0 0 30 2 1', 'cron(0 0 ? 2 2 *)'],
    ['0 0 1-31 * 1', 'cron(0 0 * * ? *)'],
  ])('translates %s to %j', (expression, expected) => {
    expect(translate(expression)).toEqual(expected);
  });

  it.each([
    ['days that match either field', '0 0 1,15 * 5'],
    ['a list with the last day', '0 0 1,L * *'],
    ['two last weekdays', '0 0 * * 1L,5L'],
    ['a last weekday together with a weekday', '0 0 * * 1,5L'],
    ['the first seven days', '0 0 * * *#1'],
    ['days that must match both day fields', '0 0 */2 * 1'],
    ['days of the month within some days of the week', '0 0 13 * */2'],
    ['more than 256 characters', '0-20,22-59 0-20,22,23 1-15,17-31 1-6,8-12 *'],
  ])('has no translation for %s', (_, expression) => {
    expect(cronProblem(expression)).toBeUndefined();
    expect(translate(expression)).toBeUndefined();
  });
});

const zones = [
  ...['UTC', 'Europe/Paris', 'America/New_York', 'America/St_Johns', 'America/Santiago', 'Pacific/Auckland'],
  ...['Australia/Lord_Howe', 'Asia/Kolkata', 'Asia/Kathmandu', 'Africa/Casablanca', 'Africa/Cairo'],
  'Pacific/Chatham',
];

const number = (min: number, max: number) => fc.integer({ min, max });
const range = (min: number, max: number) =>
  fc.tuple(number(min, max), number(min, max)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);

/** One item of a list: a value, a range, or steps, whole or of a range. */
const item = (min: number, max: number): fc.Arbitrary<string> =>
  fc.oneof(
    number(min, max).map(String),
    range(min, max),
    number(1, max).map((step) => `*/${step}`),
    fc.tuple(number(min, max), number(1, max)).map(([first, step]) => `${first}/${step}`),
    fc.tuple(range(min, max), number(1, max)).map(([of, step]) => `${of}/${step}`),
  );

const field = (min: number, max: number, more: readonly string[] = []) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant('*') },
    { weight: 3, arbitrary: item(min, max) },
    { weight: 2, arbitrary: fc.uniqueArray(number(min, max), { minLength: 2, maxLength: 5 }).map(String) },
    { weight: 1, arbitrary: fc.uniqueArray(item(min, max), { minLength: 2, maxLength: 3 }).map(String) },
    ...(more.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...more) }] : []),
  );

const expressions = fc
  .tuple(
    field(0, 59),
    field(0, 23),
    field(1, 31, ['L', '31', '29-31', '?']),
    field(1, 12, ['JAN-MAR', 'feb', 'SEP,DEC']),
    field(0, 7, ['MON-FRI', 'sun', '5L', '1#2', '3#5', '7', '6-7', '0L']),
  )
  .map((fields) => fields.join(' '))
  .filter((expression) => cronProblem(expression) === undefined);

const someTimes = fc
  .integer({ min: Date.parse('2025-01-01T00:00:00Z'), max: Date.parse('2029-01-01T00:00:00Z') })
  .map((ms) => ms - (ms % 60_000));

const count = 100;

/** The firings of another parser; undefined for expressions that it refuses, such as `0,7`, or reads differently. */
function parserFirings(expression: string, zone: string, afterMs: number): number[] | undefined {
  if (/\*\//.test(expression.split(' ').toSpliced(3, 1).slice(2).join(' '))) return undefined;
  try {
    const times = CronExpressionParser.parse(expression, { currentDate: new Date(afterMs), tz: zone });
    return times.take(count).map((time) => time.getTime());
  } catch {
    return undefined;
  }
}

function ownFirings(expression: string, zone: string, afterMs: number): number[] {
  const firings: number[] = [];
  while (firings.length < count)
    firings.push(nextCronRun(expression, zone, firings.at(-1) ?? afterMs) ?? Infinity);
  return firings;
}

/** Run times up to the end of the shorter list, without days that the parser handles differently. */
function comparable(firings: readonly number[], other: readonly number[], zone: string): number[] {
  const untilMs = Math.min(firings.at(-1) ?? 0, other.at(-1) ?? 0);
  return firings.filter((atMs) => atMs <= untilMs && !isNearTransition(atMs, zone));
}

describe('the next hundred runs of any expression in any time zone', () => {
  it('match those of the translation, also on days of clock changes', () => {
    fc.assert(
      fc.property(expressions, fc.constantFrom(...zones), someTimes, (expression, zone, afterMs) => {
        const translated = translate(expression);
        fc.pre(translated !== undefined);
        const ours = ownFirings(expression, zone, afterMs);
        // EventBridge supports years up to 2199, which rare expressions exceed.
        const untilMs = Date.UTC(2199, 11, 1);
        const known = (firings: readonly number[]) => firings.filter((atMs) => atMs < untilMs);
        expect(known(awsFirings(translated ?? '', zone, afterMs, count))).toEqual(known(ours));
        const parsers = parserFirings(expression, zone, afterMs);
        if (parsers !== undefined)
          expect(comparable(parsers, ours, zone)).toEqual(comparable(ours, parsers, zone));
      }),
      { numRuns: 60 },
    );
  });
});
