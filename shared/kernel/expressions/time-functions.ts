/** Functions on times, dates and durations. A zone is an IANA name, `UTC` by default. */
import { truncate } from '../base/text.ts';
import { ExpressionError } from './expression-error.ts';
import { type Arguments, type ExpressionFunction, made } from './function-spec.ts';
import { formatTime } from './time-format.ts';
import { Duration, instantOf, isNumber, outsideYears, timeOf } from './values.ts';
import {
  dayMs,
  dayNumber,
  dayText,
  dayTime,
  firstSinceChange,
  instantIn,
  isoWeek,
  type LocalTime,
  lastBeforeChange,
  localTime,
  midnight,
  utcMs,
  weekdayOf,
} from './zones.ts';

const unitMs: Readonly<Record<string, number>> = {
  d: dayMs,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 1e-3,
  ns: 1e-6,
};

function durationOf(text: string): Duration {
  const form = /^\s*([-+]?)((?:\d{1,12}(?:\.\d{1,9})?(?:ms|us|ns|d|h|m|s)\s*){1,7})$/.exec(
    text.slice(0, 200),
  );
  if (form === null) throw new ExpressionError(`"${truncate(text, 40)}" is not a duration, such as 1h30m`);
  const [, sign, lengths = ''] = form;
  const parts = lengths.matchAll(/(\d{1,12}(?:\.\d{1,9})?)(ms|us|ns|d|h|m|s)/g);
  let ms = 0;
  for (const [, count, unit = ''] of parts) ms += Number(count) * (unitMs[unit] ?? 0);
  return new Duration(sign === '-' ? -ms : ms);
}

const zoneOf = (args: Arguments, index: number): string => args.text(index, 'UTC');

const monthOf = (local: LocalTime): number => local.month;
const quarterOf = (local: LocalTime): number => Math.ceil(local.month / 3);

/** Milliseconds of the units that have a fixed length. */
const fixedUnits: Readonly<Record<string, number>> = { hour: 3_600_000, minute: 60_000, second: 1_000 };

/** The remainder, which is positive also for times before 1970. */
const modulo = (ms: number, length: number): number => ((ms % length) + length) % length;

const millisOf = (ms: number): number => modulo(ms, 1_000);

/** The first moment of a period, in local time; `next` is the first one of the next period. */
const periods: Readonly<Record<string, (local: LocalTime, next: number) => LocalTime>> = {
  year: (local, next) => ({ ...midnight(local), year: local.year + next, month: 1, day: 1 }),
  quarter: (local, next) => ({
    ...midnight(local),
    month: 3 * (quarterOf(local) + next) - 2,
    day: 1,
  }),
  month: (local, next) => ({ ...midnight(local), month: local.month + next, day: 1 }),
  // A week begins on Monday, as in ISO 8601.
  week: (local, next) => ({ ...midnight(local), day: local.day - ((weekdayOf(local) + 6) % 7) + 7 * next }),
  day: (local, next) => ({ ...midnight(local), day: local.day + next }),
};

const borderUnits = Object.keys({ ...periods, ...fixedUnits });

/** The beginning of the unit that contains a time, or of the next one. */
function borderOf(args: Arguments, next: 0 | 1): number {
  const [ms, unit, zone] = [args.time(0), args.text(1), zoneOf(args, 2)];
  if (!borderUnits.includes(unit))
    throw new ExpressionError(`the unit must be one of ${borderUnits.join(', ')}`);
  const local = localTime(ms, zone);
  const border = periods[unit];
  if (border !== undefined) return instantIn(border(local, next), zone);
  // Not by the local time: a clock shows each minute of a repeated hour twice.
  const length = fixedUnits[unit] ?? 1;
  const begin = ms - modulo(utcMs(local) + millisOf(ms), length);
  // A clock that changes by half an hour, or at 2:45, ends an hour early.
  const [first, last] = [begin, begin + length - 1];
  return next === 0 ? firstSinceChange(first, ms, zone) : lastBeforeChange(ms, last, zone) + 1;
}

/** Adds to local parts, so that the local time of the day stays. */
function shifted(args: Arguments, shift: (local: LocalTime, count: number) => LocalTime): Date {
  const zone = zoneOf(args, 2);
  const ms = args.time(0);
  const count = args.integer(1);
  if (Math.abs(count) > 4_000_000) throw new ExpressionError(outsideYears);
  // In an hour that a clock repeats, the local time alone would mean the first one.
  if (count === 0) return timeOf(ms);
  return timeOf(instantIn(shift(localTime(ms, zone), count), zone) + millisOf(ms));
}

/** The last day of a month that is too short. */
function addMonths(local: LocalTime, count: number): LocalTime {
  const month = local.month + count;
  const lastDay = new Date(utcMs({ ...midnight(local), month: month + 1, day: 0 })).getUTCDate();
  return { ...local, month, day: Math.min(local.day, lastDay) };
}

/** Months or days of the units that have no fixed length: a day can have 23 or 25 hours. */
const unitMonths: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 };
const unitDays: Readonly<Record<string, number>> = { week: 7, day: 1 };

/** Complete units between two times, the earlier first. */
function unitsBetween(fromMs: number, toMs: number, unit: string, zone: string): number {
  const length = fixedUnits[unit];
  if (length !== undefined) return Math.floor((toMs - fromMs) / length);
  const [from, to] = [localTime(fromMs, zone), localTime(toMs, zone)];
  const months = unitMonths[unit];
  const count =
    months === undefined
      ? dayNumber(to) - dayNumber(from)
      : (to.year - from.year) * 12 + to.month - from.month;
  const reached = months === undefined ? { ...from, day: from.day + count } : addMonths(from, count);
  const isComplete = utcMs(reached) + millisOf(fromMs) <= utcMs(to) + millisOf(toMs);
  // In an hour that a clock repeats, the later time can have the earlier local time.
  const complete = Math.max(isComplete ? count : count - 1, 0);
  return Math.floor(complete / (months ?? unitDays[unit] ?? 1));
}

function diff(args: Arguments): number {
  const [ms, otherMs, unit, zone] = [args.time(0), args.time(1), args.text(2), zoneOf(args, 3)];
  const units = { ...unitMonths, ...unitDays, ...fixedUnits };
  if (!Object.hasOwn(units, unit))
    throw new ExpressionError(`the unit must be one of ${Object.keys(units).join(', ')}`);
  // Minus zero is zero.
  return ms < otherMs ? 0 - unitsBetween(ms, otherMs, unit, zone) : unitsBetween(otherMs, ms, unit, zone);
}

/** The time of a text; in the zone unless the text has an offset. */
function timeIn(text: string, ms: number, zone: string): Date {
  // A date has hyphens too.
  const [, ...clock] = text.split(':');
  const hasOffset = /[ZU+-]/i.test(clock.join(':'));
  return timeOf(hasOffset ? ms : instantIn(localTime(ms, 'UTC'), zone) + millisOf(ms));
}

/** A function that returns a part of a time, or of a duration as a whole. */
function part(
  description: string,
  example: readonly [string, unknown],
  of: (local: LocalTime, ms: number) => number,
  ofDuration?: (ms: number) => number,
): ExpressionFunction {
  return {
    parameters: ['time', 'zone?'],
    description,
    example,
    run: (args) => {
      const value = args.any(0);
      if (value instanceof Duration && ofDuration) return Math.trunc(ofDuration(value.ms));
      const ms = args.time(0);
      return of(localTime(ms, zoneOf(args, 1)), ms);
    },
  };
}

const at = '"2026-03-29T01:30:45.123Z"';

export const timeFunctions = {
  timestamp: {
    parameters: ['text or seconds', 'zone?'],
    description: 'The time of an ISO 8601 text, in the zone if it has no offset, or of seconds since 1970.',
    example: ['timestamp("2026-11-28 10:00", "Europe/Oslo")', '2026-11-28T09:00:00.000Z'],
    run: (args) => {
      const value = args.any(0);
      if (isNumber(value)) return timeOf(args.number(0).times(1_000).toNumber());
      const ms = instantOf(value);
      if (ms === undefined)
        throw new ExpressionError('timestamp needs an ISO 8601 date, such as 2026-11-28T10:00:00Z');
      return typeof value === 'string' ? timeIn(value, ms, zoneOf(args, 1)) : timeOf(ms);
    },
  },
  isTime: {
    parameters: ['value'],
    description: 'Whether a value is a time or the text of a date that exists.',
    example: ['isTime("2026-02-30")', false],
    run: (args) => instantOf(args.any(0)) !== undefined,
  },
  duration: {
    parameters: ['text'],
    description:
      'A duration in days, hours, minutes and seconds; `time + duration` and `time - time` calculate with it.',
    example: ['timestamp("2026-11-28") + duration("1d 12h")', '2026-11-29T12:00:00.000Z'],
    run: (args) => durationOf(args.text(0)),
  },
  dateText: {
    parameters: ['time', 'zone?'],
    description: 'The date, `YYYY-MM-DD`, in a zone.',
    example: ['dateText("2026-11-28T23:30:00Z", "Europe/Oslo")', '2026-11-29'],
    run: (args) => dayText(localTime(args.time(0), zoneOf(args, 1))),
  },
  timeText: {
    parameters: ['time', 'zone?'],
    description: 'The time of the day, `HH:mm:ss`, in a zone.',
    example: ['timeText("2026-11-28T23:30:00Z", "Europe/Oslo")', '00:30:00'],
    run: (args) => dayTime(localTime(args.time(0), zoneOf(args, 1))),
  },
  format: {
    parameters: ['time', 'pattern', 'zone?'],
    description:
      'The text of a time by the directives of `strftime`: `%Y %y %m %B %b %d %e %j %A %a %u %V %H %I %p %M %S %L %z %:z %F %T %s %%`.',
    example: [
      'format("2026-11-28T23:30:00Z", "%a %e %B %Y, %H:%M", "Europe/Oslo")',
      'Sun 29 November 2026, 00:30',
    ],
    run: (args, spend) => {
      spend(args.text(1).length);
      return made(formatTime(args.time(0), args.text(1), zoneOf(args, 2)), spend);
    },
  },
  addDays: {
    parameters: ['time', 'days', 'zone?'],
    description: 'The same local time some days later; days with a change of the clock have 23 or 25 hours.',
    example: ['addDays("2026-03-28T11:00:00Z", 1, "Europe/Oslo")', '2026-03-29T10:00:00.000Z'],
    run: (args) => shifted(args, (local, count) => ({ ...local, day: local.day + count })),
  },
  addMonths: {
    parameters: ['time', 'months', 'zone?'],
    description: 'The same day some months later, or the last day of a shorter month.',
    example: ['addMonths("2026-01-31", 1)', '2026-02-28T00:00:00.000Z'],
    run: (args) => shifted(args, addMonths),
  },
  daysBetween: {
    parameters: ['from', 'to', 'zone?'],
    description: 'Number of midnights in a zone between two times.',
    example: ['daysBetween("2026-12-24", "2027-01-01")', 8],
    run: (args) => {
      const zone = zoneOf(args, 2);
      return dayNumber(localTime(args.time(1), zone)) - dayNumber(localTime(args.time(0), zone));
    },
  },
  diff: {
    parameters: ['time', 'earlier', 'unit', 'zone?'],
    description:
      'Complete units from the earlier time to the other, negative if it is later: `year`, `quarter`, `month`, `week`, `day`, `hour`, `minute` or `second`.',
    example: ['diff("2026-11-28", "2000-11-29", "year")', 25],
    run: diff,
  },
  startOf: {
    parameters: ['time', 'unit', 'zone?'],
    description:
      'The first moment of its `year`, `quarter`, `month`, `week`, `day`, `hour`, `minute` or `second`.',
    example: ['startOf("2026-11-28", "quarter")', '2026-10-01T00:00:00.000Z'],
    run: (args) => timeOf(borderOf(args, 0)),
  },
  endOf: {
    parameters: ['time', 'unit', 'zone?'],
    description: 'The last millisecond of its `year`, …, `second`.',
    example: ['endOf("2026-11-28", "month")', '2026-11-30T23:59:59.999Z'],
    run: (args) => timeOf(borderOf(args, 1) - 1),
  },
  weekOfYear: part('The week in ISO 8601.', ['weekOfYear("2026-11-28")', 48], isoWeek),
  getFullYear: part('The year.', [`getFullYear(${at})`, 2026], ({ year }) => year),
  getQuarter: part('The quarter, from 1.', [`getQuarter(${at})`, 1], quarterOf),
  getMonth: part(
    'The month; January is 0, as in CEL.',
    [`getMonth(${at})`, 2],
    (local) => monthOf(local) - 1,
  ),
  getDate: part('The day of the month, from 1.', [`getDate(${at})`, 29], ({ day }) => day),
  getDayOfMonth: part(
    'The day of the month, from 0, as in CEL.',
    [`getDayOfMonth(${at})`, 28],
    ({ day }) => day - 1,
  ),
  getDayOfWeek: part('The day of the week; Sunday is 0, as in CEL.', [`getDayOfWeek(${at})`, 0], weekdayOf),
  getDayOfYear: part(
    'The day of the year, from 0, as in CEL.',
    [`getDayOfYear(${at})`, 87],
    (local) => dayNumber(local) - dayNumber({ ...local, month: 1, day: 1 }),
  ),
  getHours: part(
    'The hour; of a duration, all its hours.',
    [`getHours(${at}, "Europe/Oslo")`, 3],
    ({ hour }) => hour,
    (ms) => ms / 3_600_000,
  ),
  getMinutes: part(
    'The minute; of a duration, all its minutes.',
    ['getMinutes(duration("1h 30m"))', 90],
    ({ minute }) => minute,
    (ms) => ms / 60_000,
  ),
  getSeconds: part(
    'The second; of a duration, all its seconds.',
    [`getSeconds(${at})`, 45],
    ({ second }) => second,
    (ms) => ms / 1_000,
  ),
  getMilliseconds: part(
    'The milliseconds of the second; of a duration, all.',
    [`getMilliseconds(${at})`, 123],
    (_, ms) => millisOf(ms),
    (ms) => ms,
  ),
} satisfies Record<string, ExpressionFunction>;
