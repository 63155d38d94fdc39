/**
 * Cron expressions of five fields, as in crontab: minute, hour, day of month, month, day of week. If both day
 * fields are restricted, a day that matches either counts.
 */
import type { CronExpression, CronExpressionParser } from 'cron-parser';
import { instantOf, wallTimeAt } from './time-zone.ts';

/** The allowed values of each field. */
export interface CronFields {
  minutes: readonly number[];
  hours: readonly number[];
  /** 1 is January. */
  months: readonly number[];
  /** Null if every day of the month is allowed. */
  daysOfMonth: { days: readonly number[]; last: boolean } | null;
  /** Null if every day of the week is allowed. 0 is Sunday; `lasts` are the last such days of a month. */
  daysOfWeek: { days: readonly number[]; lasts: readonly number[]; nth: number } | null;
}

/**
 * The parser and its date library are loaded with the first cron expression, so that functions without one
 * start faster.
 */
let parser: typeof CronExpressionParser | undefined;

interface Library {
  CronExpressionParser: typeof CronExpressionParser;
}

/** Loads the cron parser; the other functions of this file need it. */
export async function loadCronParser(): Promise<void> {
  if (parser !== undefined) return;
  // A CommonJS package: in a bundle all exports are on its default export, elsewhere they are named.
  const library = (await import('cron-parser')) as unknown as Partial<Library> & { default: Library };
  parser = library.CronExpressionParser ?? library.default.CronExpressionParser;
}

function parse(expression: string, afterWallMs = 0): CronExpression {
  if (parser === undefined) throw new Error('loadCronParser() must be awaited before an expression is used.');
  // Wall time is computed as if it were UTC: the parser handles the calendar, time-zone.ts the zone.
  return parser.parse(expression, { currentDate: new Date(afterWallMs), tz: 'UTC' });
}

const maxExpression = 255;

/** What is wrong with a cron expression, or undefined. */
export function cronProblem(expression: string): string | undefined {
  if (expression.length > maxExpression) return `must have at most ${maxExpression} characters`;
  if (expression.trim().split(/\s+/).length !== 5)
    return 'must have five fields: minute, hour, day of month, month, day of week, such as 0 9 * * 1-5';
  // The parser replaces H by random values; names of days and months may contain an H.
  if (/(?<![A-Za-z])H/.test(expression)) return 'must not contain H';
  try {
    parse(expression).next();
    return undefined;
  } catch (error) {
    return `is not a cron expression: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const ascending = (values: Iterable<number>): number[] => [...new Set(values)].toSorted((a, b) => a - b);
const numbersIn = (values: readonly (number | string)[]): number[] =>
  values.filter((value) => typeof value === 'number');

/** The fields of a valid expression. Throws the parser's error for any other. */
export function cronFields(expression: string): CronFields {
  const { minute, hour, month, dayOfMonth, dayOfWeek } = parse(expression).fields;
  const weekDays: readonly (number | string)[] = dayOfWeek.values;
  return {
    minutes: ascending(numbersIn(minute.values)),
    hours: ascending(numbersIn(hour.values)),
    months: ascending(numbersIn(month.values)),
    daysOfMonth: dayOfMonth.isWildcard
      ? null
      : { days: ascending(numbersIn(dayOfMonth.values)), last: dayOfMonth.hasLastChar },
    daysOfWeek: dayOfWeek.isWildcard
      ? null
      : {
          days: ascending(numbersIn(weekDays).map((day) => day % 7)),
          lasts: ascending(
            weekDays.filter((day) => typeof day === 'string').map((day) => Number.parseInt(day, 10) % 7),
          ),
          nth: dayOfWeek.nthDay,
        },
  };
}

/**
 * How far ahead a firing is searched for. The next February 29 on the same day of the week, a fifth Monday of the month, may be
 * forty years away.
 */
const maxSearchYears = 41;
const maxSearchMs = maxSearchYears * 366 * 86_400_000;

/**
 * The first firing after a time. A time that the clock skips in spring is skipped; one that occurs twice in
 * autumn fires the first time only.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html Undefined if there is none
 * within 41 years, because the clock skips every matching time.
 */
export function nextCronRun(expression: string, zone: string, afterMs: number): number | undefined {
  const afterWallMs = wallTimeAt(zone, afterMs);
  const times = parse(expression, afterWallMs);
  let wallMs = times.next().getTime();
  for (; wallMs < afterWallMs + maxSearchMs; wallMs = times.next().getTime()) {
    const atMs = instantOf(zone, wallMs);
    // In the repeated hour of autumn, times occur again that have already fired.
    if (atMs !== undefined && atMs > afterMs) return atMs;
  }
  return undefined;
}
