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

/** The day-of-month field; undefined if AWS cannot express it. */
function dayOfMonthField(fields: CronFields): string | undefined {
  const days = possibleDays(fields);
  if (!fields.daysOfMonth.last) return field(days, 1, 31);
  // It is not documented whether AWS accepts L in a list.
  return days.length === 0 ? 'L' : undefined;
}

/** The day-of-week field; undefined if AWS cannot express it. */
function dayOfWeekField({ days, lasts, numbered }: CronFields['daysOfWeek']): string | undefined {
  // AWS counts from 1, and accepts no steps here.
  const numbers = days.map((day) => day + 1);
  const [nth] = numbered;
  if (nth !== undefined)
    return numbered.length + days.length + lasts.length === 1 ? `${nth.day + 1}#${nth.nth}` : undefined;
  if (lasts.length === 0) return field(numbers, 1, 7, false);
  return days.length === 0 && lasts.length === 1 ? `${(lasts[0] ?? 0) + 1}L` : undefined;
}

const hasNoDate = (fields: CronFields): boolean =>
  possibleDays(fields).length === 0 && !fields.daysOfMonth.last;

/** Day of month and day of week; undefined if AWS cannot express them. AWS restricts only one of the two. */
function dayFields(fields: CronFields): readonly [string, string] | undefined {
  const { daysOfMonth, daysOfWeek, mustMatchBoth } = fields;
  const isEveryDate = daysOfMonth.days.length === 31;
  const isEveryWeekDay = daysOfWeek.days.length === 7;
  if (mustMatchBoth ? isEveryDate && isEveryWeekDay : isEveryDate || isEveryWeekDay) return ['*', '?'];
  if (mustMatchBoth ? isEveryDate : hasNoDate(fields)) {
    const ofWeek = dayOfWeekField(daysOfWeek);
    return ofWeek === undefined ? undefined : ['?', ofWeek];
  }
  const ofMonth = mustMatchBoth && isEveryWeekDay ? dayOfMonthField(fields) : undefined;
  return ofMonth === undefined ? undefined : [ofMonth, '?'];
}

/** The AWS expression that fires exactly when the fields match; undefined if AWS has none. */
export function toAwsCron(fields: CronFields): string | undefined {
  const days = dayFields(fields);
  if (days === undefined) return undefined;
  const times = `${field(fields.minutes, 0, 59)} ${field(fields.hours, 0, 23)}`;
  const [dayOfMonth, dayOfWeek] = days;
  const expression = `cron(${times} ${dayOfMonth} ${field(fields.months, 1, 12)} ${dayOfWeek} *)`;
  return expression.length > maxExpression ? undefined : expression;
}
