/** Texts of times by the directives of `strftime`; names are English. */
import { ExpressionError } from './expression-error.ts';
import {
  dayNumber,
  dayText,
  dayTime,
  isoWeek,
  type LocalTime,
  localTime,
  offsetMs,
  pad,
  weekdayOf,
} from './zones.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

interface Shown extends LocalTime {
  ms: number;
  zone: string;
}

const monthName = ({ month }: Shown): string => months[month - 1] ?? '';
const weekdayName = (shown: Shown): string => weekdays[weekdayOf(shown)] ?? '';

function offsetText({ ms, zone }: Shown, separator: string): string {
  const offset = Math.round(offsetMs(ms, zone) / 60_000);
  const minutes = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${separator}${pad(minutes % 60)}`;
}

const directives: Readonly<Record<string, (shown: Shown) => string>> = {
  Y: ({ year }) => pad(year, 4),
  y: ({ year }) => pad(year % 100),
  m: ({ month }) => pad(month),
  B: monthName,
  b: (shown) => monthName(shown).slice(0, 3),
  d: ({ day }) => pad(day),
  e: ({ day }) => String(day).padStart(2),
  j: (shown) => pad(dayNumber(shown) - dayNumber({ ...shown, month: 1, day: 1 }) + 1, 3),
  A: weekdayName,
  a: (shown) => weekdayName(shown).slice(0, 3),
  u: (shown) => String(weekdayOf(shown) || 7),
  V: (shown) => pad(isoWeek(shown)),
  H: ({ hour }) => pad(hour),
  I: ({ hour }) => pad(hour % 12 || 12),
  p: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  M: ({ minute }) => pad(minute),
  S: ({ second }) => pad(second),
  L: ({ ms }) => pad(((ms % 1_000) + 1_000) % 1_000, 3),
  z: (shown) => offsetText(shown, ''),
  ':z': (shown) => offsetText(shown, ':'),
  F: dayText,
  T: dayTime,
  s: ({ ms }) => String(Math.floor(ms / 1_000)),
  '%': () => '%',
};

/** Formats a time in a zone. Throws ExpressionError for an unknown directive. */
export function formatTime(ms: number, pattern: string, zone: string): string {
  const shown: Shown = { ...localTime(ms, zone), ms, zone };
  return pattern.replace(/%(:z|.?)/gsu, (written: string, name: string) => {
    const directive = Object.hasOwn(directives, name) ? directives[name] : undefined;
    if (directive === undefined)
      throw new ExpressionError(
        `${written} is none of ${Object.keys(directives)
          .map((one) => `%${one}`)
          .join(' ')}`,
      );
    return directive(shown);
  });
}
