/**
 * Cron expressions of five fields, as in crontab(5): minute, hour, day of month, month, day of week, with lists, ranges,
 * steps, names, and `L`, `5L` and `1#2` in the day fields. If a day field begins with `*`, days must match both of them;
 * otherwise, days that match either count. Pure.
 */
import { cached } from '../../../kernel/base/cached.ts';
import { instantOf, wallTimeAt } from './time-zone.ts';

/** The allowed values of each field, ascending. */
export interface CronFields {
  minutes: readonly number[];
  hours: readonly number[];
  /** 1 is January. */
  months: readonly number[];
  /** `last` is the last day of each month. */
  daysOfMonth: { days: readonly number[]; last: boolean };
  /** 0 is Sunday. `lasts` are the last such days of a month, `numbered` its first to fifth ones. */
  daysOfWeek: {
    days: readonly number[];
    lasts: readonly number[];
    numbered: readonly { day: number; nth: number }[];
  };
  /** Whether days must match both day fields. */
  mustMatchBoth: boolean;
}

interface Field {
  name: string;
  min: number;
  max: number;
  /** Names of the values from `min` on. */
  words?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const minuteField: Field = { name: 'minute', min: 0, max: 59 };
const hourField: Field = { name: 'hour', min: 0, max: 23 };
const dayField: Field = { name: 'day of month', min: 1, max: 31 };
const monthField: Field = { name: 'month', min: 1, max: 12, words: months };
const weekDayField: Field = { name: 'day of week', min: 0, max: 7, words: weekDays };

class CronError extends Error {}

function numberIn({ name, min, max, words = [] }: Field, text: string): number {
  const word = words.indexOf(text.toLowerCase());
  const value = word >= 0 ? word + min : /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new CronError(`"${text}" is not a ${name} from ${min} to ${max}`);
}

/** The end of a range. Sunday is also 7, so that `FRI-SUN` ends with it. */
function endIn(field: Field, first: number, text: string): number {
  const last = numberIn(field, text);
  return field === weekDayField && last === 0 && first > 0 ? field.max : last;
}

/** The values of one part of a list: `*` (or `?`), `5` or `1-5`, each with an optional step such as `/2`. */
function valuesOf(field: Field, part: string): number[] {
  const [match, star, from = '', to, stepText] =
    /^(?:([*?])|([a-z0-9]+)(?:-([a-z0-9]+))?)(?:\/(\d{1,4}))?$/i.exec(part) ?? [];
  if (match === undefined) throw new CronError(`"${part}" is not a ${field.name}`);
  const step = Number(stepText ?? 1);
  if (step === 0) throw new CronError(`the step of the ${field.name} must not be zero`);
  const first = star === undefined ? numberIn(field, from) : field.min;
  // `10/15` counts from 10 to the end of the field.
  const open = star === undefined && stepText === undefined ? first : field.max;
  const last = to === undefined ? open : endIn(field, first, to);
  if (last < first) throw new CronError(`the range "${part}" of the ${field.name} ends before it begins`);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}

const ascending = (values: Iterable<number>): number[] => [...new Set(values)].toSorted((a, b) => a - b);
const allOf = (field: Field, parts: readonly string[]): number[] =>
  ascending(parts.flatMap((part) => valuesOf(field, part)));

function daysOfMonthIn(parts: readonly string[]): CronFields['daysOfMonth'] {
  const isLast = (part: string) => part.toUpperCase() === 'L';
  return {
    days: allOf(
      dayField,
      parts.filter((part) => !isLast(part)),
    ),
    last: parts.some(isLast),
  };
}

/** Days of the week as 0 to 6; 7 is Sunday, too. */
const daysIn = (parts: readonly string[]): number[] =>
  ascending(allOf(weekDayField, parts).map((day) => day % 7));

function daysOfWeekIn(parts: readonly string[]): CronFields['daysOfWeek'] {
  const plain: string[] = [];
  const lasts: number[] = [];
  const numbered: { day: number; nth: number }[] = [];
  for (const part of parts) {
    const [, last] = /^([a-z0-9]+)L$/i.exec(part) ?? [];
    const [, nthDay, nth] = /^([^#]+)#([1-5])$/.exec(part) ?? [];
    if (nthDay !== undefined) for (const day of daysIn([nthDay])) numbered.push({ day, nth: Number(nth) });
    else if (last !== undefined) lasts.push(numberIn(weekDayField, last) % 7);
    else plain.push(part);
  }
  return { days: daysIn(plain), lasts: ascending(lasts), numbered };
}

/** Parses an expression. Throws CronError with what is wrong. */
function parse(expression: string): CronFields {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = expression
    .trim()
    .split(/\s+/);
  return {
    minutes: allOf(minuteField, minute.split(',')),
    hours: allOf(hourField, hour.split(',')),
    months: allOf(monthField, month.split(',')),
    daysOfMonth: daysOfMonthIn(dayOfMonth.split(',')),
    daysOfWeek: daysOfWeekIn(dayOfWeek.split(',')),
    mustMatchBoth: /^[*?]/.test(dayOfMonth) || /^[*?]/.test(dayOfWeek),
  };
}

/** The fields of a valid expression. */
export const cronFields = cached(200, parse);

const maxExpression = 255;

/** What is wrong with a cron expression, or undefined. */
export function cronProblem(expression: string): string | undefined {
  if (expression.length > maxExpression) return `must have at most ${maxExpression} characters`;
  if (expression.trim().split(/\s+/).length !== 5)
    return 'must have five fields: minute, hour, day of month, month, day of week, such as 0 9 * * 1-5';
  try {
    parse(expression);
  } catch (error) {
    if (error instanceof CronError) return `is not a cron expression: ${error.message}`;
    throw error;
  }
  return nextCronRun(expression, 'UTC', 0) === undefined
    ? 'would never fire: none of its months has such a day'
    : undefined;
}

/**
 * How far ahead a firing is searched for. The next February 29 on the same day of the week, a fifth Monday of the month, may be
 * forty years away.
 */
const maxSearchYears = 41;

/** Whether a day matches, given as its midnight in UTC, in a month of that many days. */
function isDay(
  { daysOfMonth, daysOfWeek, mustMatchBoth }: CronFields,
  day: Date,
  daysInMonth: number,
): boolean {
  const [date, weekDay] = [day.getUTCDate(), day.getUTCDay()];
  const ofMonth = daysOfMonth.days.includes(date) || (daysOfMonth.last && date === daysInMonth);
  const ofWeek =
    daysOfWeek.days.includes(weekDay) ||
    (daysOfWeek.lasts.includes(weekDay) && date + 7 > daysInMonth) ||
    daysOfWeek.numbered.some(({ day: nthDay, nth }) => nthDay === weekDay && Math.ceil(date / 7) === nth);
  return mustMatchBoth ? ofMonth && ofWeek : ofMonth || ofWeek;
}

/** The midnights of matching days from a day on, as wall times. */
function* matchingDays(fields: CronFields, fromWallMs: number): Generator<number> {
  const day = new Date(fromWallMs);
  day.setUTCHours(0, 0, 0, 0);
  const lastYear = day.getUTCFullYear() + maxSearchYears;
  while (day.getUTCFullYear() <= lastYear) {
    const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
    const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    const isMonth = fields.months.includes(month + 1);
    for (; day.getUTCMonth() === month; day.setUTCDate(day.getUTCDate() + 1)) {
      if (!isMonth) day.setUTCDate(daysInMonth);
      else if (isDay(fields, day, daysInMonth)) yield day.getTime();
    }
  }
}

/**
 * The first firing after a time. A time that the clock skips in spring is skipped; one that occurs twice in
 * autumn fires the first time only.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html Undefined if there is none
 * within 41 years.
 */
export function nextCronRun(expression: string, zone: string, afterMs: number): number | undefined {
  const fields = cronFields(expression);
  // Wall times are computed as if they were UTC.
  const afterWallMs = wallTimeAt(zone, afterMs);
  for (const midnightMs of matchingDays(fields, afterWallMs)) {
    for (const hour of fields.hours) {
      for (const minute of fields.minutes) {
        const wallMs = midnightMs + (hour * 60 + minute) * 60_000;
        // In the repeated hour of autumn, wall times occur again that have already fired.
        const atMs = wallMs > afterWallMs ? instantOf(zone, wallMs) : undefined;
        if (atMs !== undefined && atMs > afterMs) return atMs;
      }
    }
  }
  return undefined;
}
