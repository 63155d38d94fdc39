/**
 * The cron expressions of EventBridge Scheduler, with the six fields minutes, hours, day of month, month, day of week
 * and year. https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
 *
 * Accepts only documented syntax (and `LW`, which AWS also accepts), so that an expression that runs locally also runs
 * in AWS.
 */
import { instantOf, wallTimeAt } from './time-zone.ts';

/** An expression that EventBridge refuses. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
}

interface Field {
  name: string;
  min: number;
  max: number;
  /** Names of the values from `min` on. */
  words?: readonly string[];
}

/** Whether an expression is due on a day, given as its midnight in UTC. */
type DayTest = (day: Date) => boolean;

const monthWords = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdayWords = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const dayField: Field = { name: 'day-of-month', min: 1, max: 31 };
const weekdayField: Field = { name: 'day-of-week', min: 1, max: 7, words: weekdayWords };
const yearField: Field = { name: 'year', min: 1970, max: 2199 };

function wrong({ name }: Field, text: string): ExpressionError {
  return new ExpressionError(`${text} is not a valid ${name} of a cron expression`);
}

function numberIn(field: Field, text: string): number {
  const word = field.words?.indexOf(text) ?? -1;
  const value = word >= 0 ? word + field.min : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= field.min && value <= field.max) return value;
  throw wrong(field, text);
}

/** Parses one part of a list: `*`, `5` or `1-5`, each with an optional `/2`. */
function valuesOfPart(field: Field, part: string): number[] {
  const [match, from, to, step] = /^(?:\*|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part) ?? [];
  // AWS allows no steps in the day of the week.
  if (match === undefined || (step !== undefined && field === weekdayField)) throw wrong(field, part);
  const first = from === undefined ? field.min : numberIn(field, from);
  // `10/15` counts from 10 to the end of the field.
  const open = from === undefined || step !== undefined ? field.max : first;
  const last = to === undefined ? open : numberIn(field, to);
  const every = Number(step ?? 1);
  if (last < first || every < 1 || every > field.max - field.min + 1) throw wrong(field, part);
  return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, index) => first + index * every);
}

/** Returns the values of a field, ascending. */
function valuesOf(field: Field, text: string): number[] {
  const values = new Set(text.split(',').flatMap((part) => valuesOfPart(field, part)));
  return [...values].sort((a, b) => a - b);
}

function daysInMonth(day: Date): number {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
}

/** Returns the weekday (Monday to Friday) nearest to a date, within the month of `day`. */
function nearestWorkday(day: Date, date: number): number {
  const weekday = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), date)).getUTCDay();
  if (weekday === 6) return date === 1 ? 3 : date - 1;
  if (weekday === 0) return date === daysInMonth(day) ? date - 2 : date + 1;
  return date;
}

function dayOfMonthTest(text: string): DayTest {
  if (text === 'L') return (day) => day.getUTCDate() === daysInMonth(day);
  if (text === 'LW') return (day) => day.getUTCDate() === nearestWorkday(day, daysInMonth(day));
  if (text.endsWith('W')) {
    const date = numberIn(dayField, text.slice(0, -1));
    return (day) => date <= daysInMonth(day) && day.getUTCDate() === nearestWorkday(day, date);
  }
  const days = valuesOf(dayField, text);
  return (day) => days.includes(day.getUTCDate());
}

function dayOfWeekTest(text: string): DayTest {
  /** 1 is Sunday. */
  const weekdayOf = (day: Date): number => day.getUTCDay() + 1;
  // Alone, `L` is the last day of the week; after a day, the last such day of the month.
  if (text === 'L') return (day) => weekdayOf(day) === 7;
  if (text.endsWith('L')) {
    const wanted = numberIn(weekdayField, text.slice(0, -1));
    return (day) => weekdayOf(day) === wanted && day.getUTCDate() + 7 > daysInMonth(day);
  }
  const [, weekday, nth] = /^(\w+)#([1-5])$/.exec(text) ?? [];
  if (weekday !== undefined) {
    const wanted = numberIn(weekdayField, weekday);
    return (day) => weekdayOf(day) === wanted && Math.ceil(day.getUTCDate() / 7) === Number(nth);
  }
  const weekdays = valuesOf(weekdayField, text);
  return (day) => weekdays.includes(weekdayOf(day));
}

/**
 * Parses the text between the parentheses of `cron(…)`. Returns a function that computes the first instant in
 * milliseconds after another one at which the expression is due in a time zone; undefined when there is none. The
 * expression uses the zone's wall clock: a time skipped in spring is omitted, and a time repeated in autumn is due
 * once, the first time. Throws ExpressionError for an expression that EventBridge refuses.
 */
export function parseCron(text: string, zone: string): (afterMs: number) => number | undefined {
  const fields = text.trim().toUpperCase().split(/\s+/);
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = fields;
  if (fields.length !== 6) throw new ExpressionError(`${text} must have the six fields of a cron expression`);
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) {
    throw new ExpressionError('exactly one of day-of-month and day-of-week must be ?');
  }
  const minutes = valuesOf({ name: 'minutes', min: 0, max: 59 }, minute);
  const hours = valuesOf({ name: 'hours', min: 0, max: 23 }, hour);
  const months = valuesOf({ name: 'month', min: 1, max: 12, words: monthWords }, month);
  const years = new Set(valuesOf(yearField, year));
  const isDay = dayOfMonth === '?' ? dayOfWeekTest(dayOfWeek) : dayOfMonthTest(dayOfMonth);

  return (afterMs) => {
    // Wall times are computed as if they were UTC.
    const afterWallMs = wallTimeAt(zone, afterMs);
    const day = new Date(afterWallMs);
    day.setUTCHours(0, 0, 0, 0);
    for (; day.getUTCFullYear() <= yearField.max; day.setUTCDate(day.getUTCDate() + 1)) {
      if (!years.has(day.getUTCFullYear()) || !months.includes(day.getUTCMonth() + 1) || !isDay(day))
        continue;
      for (const hour of hours) {
        for (const minute of minutes) {
          const wallMs = day.getTime() + (hour * 60 + minute) * 60_000;
          // In the repeated hour of autumn, wall times occur again that have already been due.
          const atMs = wallMs > afterWallMs ? instantOf(zone, wallMs) : undefined;
          if (atMs !== undefined && atMs > afterMs) return atMs;
        }
      }
    }
    return undefined;
  };
}
