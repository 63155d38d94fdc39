/** The dates of the ZEN expression language, as expressions: `d('2026-01-31', 'Europe/Oslo').add('1M')`. */
import { inexpressible } from './inexpressible.ts';
import { zenUnit } from './zen-functions.ts';

/** A date of ZEN has a zone; times of ours do not. Both are expressions. */
export interface ZenDate {
  time: string;
  zone: string;
  /** Whether it is a date. */
  isValid: string;
}

const quoted = JSON.stringify;
const utc = quoted('UTC');
const dateOf = (time: string, zone: string): ZenDate => ({ time, zone, isValid: 'true' });

/** The text that a literal is; undefined for other expressions. */
function literalText(expression: string): string | undefined {
  try {
    const value: unknown = JSON.parse(expression);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}

/** `d()`, `d(zone)`, `d(date)` and `d(date, zone)`. */
export function zenDate(value?: string, zone = utc): ZenDate {
  if (value === undefined) return dateOf('timestamp(now)', zone);
  const text = literalText(value);
  if (text !== undefined && isZone(text)) return dateOf('timestamp(now)', value);
  const time = zone === utc ? `timestamp(${value})` : `timestamp(${value}, ${zone})`;
  return { time, zone, isValid: `isTime(${value})` };
}

/** The text that ZEN returns for a date. */
export function zenDateText({ time, zone }: ZenDate): string {
  const offset = zone === utc ? 'Z' : '%:z';
  return `format(${time}, ${quoted(`%Y-%m-%dT%H:%M:%S${offset}`)}, ${zone})`;
}

const unitOf = (expression: string): string =>
  literalText(zenUnit(expression)) ?? inexpressible('computed units');
const months: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 };
const days: Readonly<Record<string, number>> = { week: 7, day: 1 };

/** A date after a number of units; the number is an expression. */
function added({ time, zone }: ZenDate, count: string, unit: string): ZenDate {
  const inMonths = months[unit];
  if (inMonths !== undefined) return dateOf(`addMonths(${time}, ${inMonths} * (${count}), ${zone})`, zone);
  const inDays = days[unit];
  if (inDays !== undefined) return dateOf(`addDays(${time}, ${inDays} * (${count}), ${zone})`, zone);
  return dateOf(`(${time} + duration(string(${count}) + ${quoted(unit.charAt(0))}))`, zone);
}

/** `add('1d 5h')` and `add(1, 'd')`. */
function moved(date: ZenDate, sign: '' | '-', length: string, unit?: string): ZenDate {
  if (unit !== undefined) return added(date, `${sign}${length}`, unitOf(unit));
  const parts = [
    ...(literalText(length) ?? inexpressible('computed durations')).matchAll(/(\d+)\s*([a-zA-Z]+)/g),
  ];
  return parts.reduce(
    (from, [, count = '', name = '']) => added(from, `${sign}${count}`, unitOf(quoted(name))),
    date,
  );
}

/** The parts of a time that `set` replaces, from the first of a year, month or hour. */
const parts: Readonly<Record<string, (date: ZenDate) => string>> = {
  year: ({ time, zone }) => `getFullYear(${time}, ${zone})`,
  month: ({ time, zone }) => `(getMonth(${time}, ${zone}) + 1)`,
  day: ({ time, zone }) => `getDate(${time}, ${zone})`,
  weekday: ({ time, zone }) => `((getDayOfWeek(${time}, ${zone}) + 6) % 7 + 1)`,
  hour: ({ time, zone }) => `getHours(${time}, ${zone})`,
  minute: ({ time, zone }) => `getMinutes(${time}, ${zone})`,
  second: ({ time, zone }) => `getSeconds(${time}, ${zone})`,
  dayOfYear: ({ time, zone }) => `(getDayOfYear(${time}, ${zone}) + 1)`,
  quarter: ({ time, zone }) => `getQuarter(${time}, ${zone})`,
};

/** Dates, or the units in which they are, in an order. */
const compared =
  (operator: string) =>
  (date: ZenDate, other = '', unit?: string): string => {
    const side = (time: string) =>
      unit === undefined ? time : `startOf(${time}, ${quoted(unitOf(unit))}, ${date.zone})`;
    return `(${side(date.time)} ${operator} ${side(other)})`;
  };

/** The day is as many days from today. */
const isDayFromToday =
  (count: number) =>
  ({ time, zone }: ZenDate): string =>
    `(dateText(${time}, ${zone}) == dateText(addDays(now, ${count}, ${zone}), ${zone}))`;

/** Methods of dates; they return another date or an expression. */
export const zenDateMethods: Readonly<
  Record<string, (date: ZenDate, ...args: readonly string[]) => ZenDate | string>
> = {
  ...parts,
  add: (date, length = '', unit) => moved(date, '', length, unit),
  sub: (date, length = '', unit) => moved(date, '-', length, unit),
  set: (date, of = '', value = '') => {
    const unit = unitOf(of);
    const part = parts[unit] ?? inexpressible(`set of ${unit}`);
    return added(date, `${value} - ${part(date)}`, unit);
  },
  startOf: ({ time, zone }, of = '') => dateOf(`startOf(${time}, ${quoted(unitOf(of))}, ${zone})`, zone),
  endOf: ({ time, zone }, of = '') => dateOf(`endOf(${time}, ${quoted(unitOf(of))}, ${zone})`, zone),
  tz: ({ time }, zone = utc) => dateOf(time, zone),
  diff: ({ time, zone }, other = '', of = '') => `diff(${time}, ${other}, ${quoted(unitOf(of))}, ${zone})`,
  // ZEN has nanoseconds.
  format: ({ time, zone }, pattern = '') =>
    `format(${time}, ${pattern.replaceAll('%f', '%L000000')}, ${zone})`,
  isSame: compared('=='),
  isBefore: compared('<'),
  isAfter: compared('>'),
  isSameOrBefore: compared('<='),
  isSameOrAfter: compared('>='),
  isToday: isDayFromToday(0),
  isYesterday: isDayFromToday(-1),
  isTomorrow: isDayFromToday(1),
  isValid: ({ isValid }) => isValid,
  isLeapYear: ({ time, zone }) => `(getDayOfYear(endOf(${time}, "year", ${zone}), ${zone}) == 365)`,
  timestamp: ({ time }) => `getMilliseconds(${time} - timestamp("1970-01-01"))`,
  offsetName: ({ zone }) => zone,
};
