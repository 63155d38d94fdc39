/** Parts of times in time zones, and the times of local parts. */
import { isWithinYears } from '../base/dates.ts';
import { truncate } from '../base/text.ts';
import { zoneFormat } from '../base/zone-format.ts';
import { ianaName } from '../base/zone-names.ts';
import { ExpressionError } from './expression-error.ts';
import { outsideYears } from './values.ts';

export const dayMs = 86_400_000;

export interface LocalTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** JavaScript knows further names, such as `BST` for Dhaka. An offset such as `+02:00` is a zone, too. */
function formatOf(zone: string): Intl.DateTimeFormat {
  try {
    const name = /^[+-]/.test(zone) ? zone : ianaName(zone);
    if (name !== undefined) return zoneFormat(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new ExpressionError(`"${truncate(zone, 50)}" is not a time zone, such as Europe/Oslo`);
}

/** The local time in a zone. */
export function localTime(ms: number, zone: string): LocalTime {
  if (zone === 'UTC') {
    const date = new Date(ms);
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    };
  }
  const parts = formatOf(zone).formatToParts(ms);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

/** Milliseconds of parts as if they were UTC; parts beyond their range carry over. */
export function utcMs({ year, month, day, hour, minute, second }: LocalTime): number {
  const date = new Date(0);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, 0);
  return date.getTime();
}

/** Sunday is 0, as in CEL. */
export const weekdayOf = (local: LocalTime): number => new Date(utcMs(local)).getUTCDay();
export const midnight = (local: LocalTime): LocalTime => ({ ...local, hour: 0, minute: 0, second: 0 });
/** Days since 1970. */
export const dayNumber = (local: LocalTime): number => utcMs(midnight(local)) / dayMs;

/** The week in ISO 8601: the week of a year's first Thursday is its first. */
export function isoWeek(local: LocalTime): number {
  const thursday = dayNumber(local) - ((weekdayOf(local) + 6) % 7) + 3;
  const year = new Date(thursday * dayMs).getUTCFullYear();
  return Math.floor((thursday - dayNumber({ ...local, year, month: 1, day: 1 })) / 7) + 1;
}

export const pad = (number: number, length = 2): string => String(number).padStart(length, '0');
/** `2026-11-28` */
export const dayText = ({ year, month, day }: LocalTime): string =>
  `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
/** `10:05:00` */
export const dayTime = ({ hour, minute, second }: LocalTime): string =>
  `${pad(hour)}:${pad(minute)}:${pad(second)}`;

/** Offset of a zone from UTC at a time. */
export const offsetMs = (ms: number, zone: string): number =>
  utcMs(localTime(ms, zone)) - Math.floor(ms / 1_000) * 1_000;

/** The earliest time from `fromMs` on without a change of the clock until `ms`. */
export function firstSinceChange(fromMs: number, ms: number, zone: string): number {
  const offset = offsetMs(ms, zone);
  let [changed, unchanged] = [fromMs - 1, offsetMs(fromMs, zone) === offset ? fromMs : ms];
  while (unchanged - changed > 1) {
    const middle = Math.floor((changed + unchanged) / 2);
    if (offsetMs(middle, zone) === offset) unchanged = middle;
    else changed = middle;
  }
  return unchanged;
}

/** The latest time until `untilMs` without a change of the clock since `ms`. */
export function lastBeforeChange(ms: number, untilMs: number, zone: string): number {
  const offset = offsetMs(untilMs, zone);
  return offset === offsetMs(ms, zone) ? untilMs : firstSinceChange(ms, untilMs, zone) - 1;
}

/**
 * The time of local parts in a zone. A local time that a change of the clock skips is moved forward; one that exists
 * twice is the first.
 */
export function instantIn(local: LocalTime, zone: string): number {
  const asUtc = utcMs(local);
  if (zone === 'UTC') return asUtc;
  // A year may end after the last one that is accepted. Formats of zones throw RangeError for times beyond the calendar.
  if (!isWithinYears(asUtc - dayMs)) throw new ExpressionError(outsideYears);
  const [before, after] = [offsetMs(asUtc - dayMs, zone), offsetMs(asUtc + dayMs, zone)];
  const [first, second] = [asUtc - before, asUtc - after];
  return offsetMs(first, zone) === before || offsetMs(second, zone) !== after ? first : second;
}
