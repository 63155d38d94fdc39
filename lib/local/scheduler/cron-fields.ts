/**
 * The six fields of EventBridge's cron expressions: minutes, hours, day of month, month, day of week, year.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
 *
 * Accepts only documented syntax (and `LW`, which AWS also accepts), so that an expression that runs locally also runs
 * in AWS.
 */

/** An expression that EventBridge refuses. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
}

export interface CronFields {
  /** Ascending, like the other lists. */
  minutes: readonly number[];
  hours: readonly number[];
  months: readonly number[];
  years: readonly number[];
  /** Returns the days of a month (1 to 12) on which the expression is due, ascending. */
  daysOf(year: number, month: number): number[];
}

interface Range {
  name: string;
  min: number;
  max: number;
  /** Names of the values from `min` on. */
  words?: readonly string[];
  /** Whether the field allows `/`. */
  steps: boolean;
}

const monthWords = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdayWords = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const minuteRange: Range = { name: 'minutes', min: 0, max: 59, steps: true };
const hourRange: Range = { name: 'hours', min: 0, max: 23, steps: true };
const dayRange: Range = { name: 'day-of-month', min: 1, max: 31, steps: true };
const monthRange: Range = { name: 'month', min: 1, max: 12, words: monthWords, steps: true };
const weekdayRange: Range = { name: 'day-of-week', min: 1, max: 7, words: weekdayWords, steps: false };
const yearRange: Range = { name: 'year', min: 1970, max: 2199, steps: true };

function wrong(range: Range, text: string): ExpressionError {
  return new ExpressionError(`${text} is not a valid ${range.name} of a cron expression`);
}

function numberIn(range: Range, text: string): number {
  const word = range.words?.indexOf(text.toUpperCase()) ?? -1;
  const value = word >= 0 ? word + range.min : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw wrong(range, text);
}

/** Parses one part of a list: `*`, `5` or `1-5`, each with an optional `/2`. */
function valuesOfPart(range: Range, part: string): number[] {
  const [span = '', step, more] = part.split('/');
  if (more !== undefined || (step !== undefined && !range.steps)) throw wrong(range, part);
  const [from = '', to, rest] = span.split('-');
  if (rest !== undefined) throw wrong(range, part);
  const first = span === '*' ? range.min : numberIn(range, from);
  // `10/15` counts from 10 to the end of the field.
  const open = span === '*' || (to === undefined && step !== undefined);
  const last = to === undefined ? (open ? range.max : first) : numberIn(range, to);
  const every = step === undefined ? 1 : /^\d+$/.test(step) ? Number(step) : 0;
  if (last < first || every < 1 || every > range.max - range.min + 1) throw wrong(range, part);
  return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, index) => first + index * every);
}

function valuesOf(range: Range, text: string): number[] {
  const values = new Set(text.split(',').flatMap((part) => valuesOfPart(range, part)));
  return [...values].sort((a, b) => a - b);
}

type DaysOf = CronFields['daysOf'];

const lengthOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
/** 1 is Sunday. */
const weekdayOf = (year: number, month: number, day: number): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;

/** Returns the weekday (Monday to Friday) nearest to a day, within its month. */
function nearestWorkday(year: number, month: number, day: number): number {
  const weekday = weekdayOf(year, month, day);
  if (weekday === 7) return day === 1 ? 3 : day - 1;
  if (weekday === 1) return day === lengthOf(year, month) ? day - 2 : day + 1;
  return day;
}

function daysOfMonth(text: string): DaysOf {
  if (text === 'L') return (year, month) => [lengthOf(year, month)];
  if (text === 'LW') return (year, month) => [nearestWorkday(year, month, lengthOf(year, month))];
  if (text.endsWith('W')) {
    const day = numberIn(dayRange, text.slice(0, -1));
    return (year, month) => (day > lengthOf(year, month) ? [] : [nearestWorkday(year, month, day)]);
  }
  const days = valuesOf(dayRange, text);
  return (year, month) => days.filter((day) => day <= lengthOf(year, month));
}

/** Returns the days of the month with this day of the week. */
function every(weekday: number, year: number, month: number): number[] {
  const first = ((weekday - weekdayOf(year, month, 1) + 7) % 7) + 1;
  return [0, 7, 14, 21, 28].map((days) => first + days).filter((day) => day <= lengthOf(year, month));
}

function daysOfWeek(text: string): DaysOf {
  // Alone, `L` is the last day of the week; after a day, the last such day of the month.
  if (text === 'L') return (year, month) => every(7, year, month);
  if (text.endsWith('L')) {
    const weekday = numberIn(weekdayRange, text.slice(0, -1));
    return (year, month) => every(weekday, year, month).slice(-1);
  }
  const [day = '', which, more] = text.split('#');
  if (which !== undefined) {
    if (more !== undefined || !/^[1-5]$/.test(which)) throw wrong(weekdayRange, text);
    const weekday = numberIn(weekdayRange, day);
    return (year, month) => every(weekday, year, month).slice(Number(which) - 1, Number(which));
  }
  const weekdays = valuesOf(weekdayRange, text);
  return (year, month) => weekdays.flatMap((one) => every(one, year, month)).sort((a, b) => a - b);
}

/** Parses the text between the parentheses of `cron(…)`. Throws ExpressionError. */
export function parseCronFields(text: string): CronFields {
  const fields = text.trim().split(/\s+/);
  const [minutes = '', hours = '', day = '', month = '', weekday = '', year = ''] = fields;
  if (fields.length !== 6) throw new ExpressionError(`${text} must have the six fields of a cron expression`);
  if ((day === '?') === (weekday === '?')) {
    throw new ExpressionError('exactly one of day-of-month and day-of-week must be ?');
  }
  return {
    minutes: valuesOf(minuteRange, minutes),
    hours: valuesOf(hourRange, hours),
    months: valuesOf(monthRange, month),
    years: valuesOf(yearRange, year),
    daysOf: day === '?' ? daysOfWeek(weekday.toUpperCase()) : daysOfMonth(day.toUpperCase()),
  };
}
