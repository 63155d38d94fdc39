/**
 * Cron expressions in the format of EventBridge Scheduler: six fields, Sunday is 1, and one of the two day
 * fields must be `?`. https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
 */
import type { CronFields } from './cron.ts';

// https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
const maxExpression = 256;

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isConsecutive = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value === (values[index - 1] ?? 0) + 1);

/** The step between all values, if they continue to the end of the field; undefined otherwise. */
function stepToEnd(values: readonly number[], max: number): number | undefined {
  const [first = 0, second = 0] = values;
  const step = second - first;
  const isStep = values.every((value, index) => value === first + index * step);
  return values.length > 2 && isStep && (values.at(-1) ?? 0) + step > max ? step : undefined;
}

/** A field in its shortest equivalent form: all, a range, a step, else every value. */
function field(values: readonly number[], min: number, max: number, mayStep = true): string {
  const [first = min] = values;
  if (values.length === max - min + 1) return '*';
  if (values.length > 1 && isConsecutive(values)) return `${first}-${values.at(-1)}`;
  const step = mayStep ? stepToEnd(values, max) : undefined;
  return step === undefined ? values.join(',') : `${first}/${step}`;
}

/** The days that exist in at least one of the months. AWS refuses an expression that can never fire. */
function possibleDays({ daysOfMonth, months }: CronFields): number[] {
  const longest = Math.max(...months.map((month) => daysInMonth[month - 1] ?? 31));
  return daysOfMonth.days.filter((day) => day <= longest);
}

/** The day-of-month field; null if AWS cannot express it, undefined if no day can match. */
function dayOfMonthField(fields: CronFields): string | null | undefined {
  const days = possibleDays(fields);
  if (!fields.daysOfMonth.last) return days.length === 0 ? undefined : field(days, 1, 31);
  // It is not documented whether AWS accepts L in a list.
  return days.length === 0 ? 'L' : null;
}

/** The day-of-week field; null if AWS cannot express it. */
function dayOfWeekField({ days, lasts, numbered }: CronFields['daysOfWeek']): string | null {
  // AWS counts from 1, and accepts no steps here.
  const numbers = days.map((day) => day + 1);
  const [nth] = numbered;
  if (nth !== undefined)
    return numbered.length + days.length + lasts.length === 1 ? `${nth.day + 1}#${nth.nth}` : null;
  if (lasts.length === 0) return field(numbers, 1, 7, false);
  return days.length === 0 && lasts.length === 1 ? `${(lasts[0] ?? 0) + 1}L` : null;
}

/** Day of month and day of week of each required expression; null if AWS cannot express it. */
function dayFields(fields: CronFields): (readonly [string, string] | null)[] {
  const { daysOfMonth, daysOfWeek, mustMatchBoth } = fields;
  const isEveryDate = daysOfMonth.days.length === 31;
  const isEveryWeekDay = daysOfWeek.days.length === 7;
  if (mustMatchBoth ? isEveryDate && isEveryWeekDay : isEveryDate || isEveryWeekDay) return [['*', '?']];
  // AWS has no days that match both fields.
  if (mustMatchBoth && !isEveryDate && !isEveryWeekDay) return [null];
  const ofMonth = mustMatchBoth && isEveryDate ? undefined : dayOfMonthField(fields);
  const ofWeek = mustMatchBoth && isEveryWeekDay ? undefined : dayOfWeekField(daysOfWeek);
  return [
    ...(ofMonth === undefined ? [] : [ofMonth && ([ofMonth, '?'] as const)]),
    ...(ofWeek === undefined ? [] : [ofWeek && (['?', ofWeek] as const)]),
  ].map((pair) => pair || null);
}

/**
 * The one or two AWS expressions that together fire exactly when the fields match; null if AWS cannot express
 * them. If days may match either field, days that match both fire in both.
 */
export function toAwsCron(fields: CronFields): string[] | null {
  const times = `${field(fields.minutes, 0, 59)} ${field(fields.hours, 0, 23)}`;
  const expressions: string[] = [];
  for (const days of dayFields(fields)) {
    if (days === null) return null;
    const [dayOfMonth, dayOfWeek] = days;
    const expression = `cron(${times} ${dayOfMonth} ${field(fields.months, 1, 12)} ${dayOfWeek} *)`;
    if (expression.length > maxExpression) return null;
    expressions.push(expression);
  }
  return expressions;
}
