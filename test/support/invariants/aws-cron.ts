/**
 * An evaluator of EventBridge Scheduler's cron expressions for tests, independent of the product: it iterates over the
 * calendar day by day, with a table of each zone's clock changes.
 */

const [minuteMs, dayMs] = [60_000, 86_400_000];

const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** Offset of the zone from UTC in minutes, from Intl's `GMT+05:30`. */
function offsetAt(zone: string, atMs: number): number {
  const format =
    offsetFormats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  offsetFormats.set(zone, format);
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

/** A period with one offset, until the next one starts. */
interface Period {
  fromMs: number;
  toMs: number;
  offset: number;
}

function bisect(zone: string, beforeMs: number, afterMs: number): number {
  if (afterMs - beforeMs <= minuteMs) return afterMs;
  const middleMs = beforeMs + Math.floor((afterMs - beforeMs) / 2 / minuteMs) * minuteMs;
  const isBefore = offsetAt(zone, middleMs) === offsetAt(zone, beforeMs);
  return isBefore ? bisect(zone, middleMs, afterMs) : bisect(zone, beforeMs, middleMs);
}

const periodsByYear = new Map<string, Period[]>();

/** The periods of a year and three days around it. */
function periodsOf(zone: string, year: number): Period[] {
  const known = periodsByYear.get(`${zone} ${year}`);
  if (known) return known;
  const [firstMs, endMs] = [Date.UTC(year, 0, -2), Date.UTC(year + 1, 0, 4)];
  const periods: Period[] = [{ fromMs: firstMs, toMs: endMs, offset: offsetAt(zone, firstMs) }];
  for (let atMs = firstMs + dayMs; atMs <= endMs; atMs += dayMs) {
    const last = periods.at(-1);
    const offset = offsetAt(zone, atMs);
    if (last === undefined || offset === last.offset) continue;
    last.toMs = bisect(zone, atMs - dayMs, atMs);
    periods.push({ fromMs: last.toMs, toMs: endMs, offset });
  }
  periodsByYear.set(`${zone} ${year}`, periods);
  return periods;
}

/** The instant of a local time, given as if it were UTC: none in the gap of spring, the first of two in autumn. */
function instantOf(zone: string, localMs: number): number | undefined {
  for (const { fromMs, toMs, offset } of periodsOf(zone, new Date(localMs).getUTCFullYear())) {
    const atMs = localMs - offset * minuteMs;
    if (atMs >= fromMs && atMs < toMs) return atMs;
  }
  return undefined;
}

const names = ['minutes', 'hours', 'daysOfMonth', 'months', 'daysOfWeek', 'years'] as const;
type FieldName = (typeof names)[number];
const bounds: Record<FieldName, readonly [number, number]> = {
  minutes: [0, 59],
  hours: [0, 23],
  daysOfMonth: [1, 31],
  months: [1, 12],
  daysOfWeek: [1, 7],
  years: [1970, 2199],
};

/** The values of a field of numbers, `*`, lists, ranges and `first/step`. Throws for values that AWS refuses. */
function valuesOf(text: string, name: FieldName): Set<number> {
  const [min, max] = bounds[name];
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [, from = '', to, step] = /^(\*|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(part) ?? [];
    if (from === '' || (step !== undefined && (to !== undefined || name === 'daysOfWeek'))) {
      throw new Error(`AWS refuses ${part} in the field ${name}.`);
    }
    const first = from === '*' ? min : Number(from);
    const last = step !== undefined || from === '*' ? max : Number(to ?? from);
    if (first < min || last > max || first > last) throw new Error(`${part} is out of bounds in ${name}.`);
    for (let value = first; value <= last; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}

/** Whether a local day matches, given as its midnight in UTC. */
type DayTest = (day: Date) => boolean;

const daysInMonth = (day: Date): number =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();

function dayOfMonthTest(text: string): DayTest {
  if (text === 'L') return (day) => day.getUTCDate() === daysInMonth(day);
  const days = valuesOf(text, 'daysOfMonth');
  return (day) => days.has(day.getUTCDate());
}

function dayOfWeekTest(text: string): DayTest {
  const numberOf = (day: Date) => day.getUTCDay() + 1;
  const [, last] = /^([1-7])L$/.exec(text) ?? [];
  if (last) return (day) => numberOf(day) === Number(last) && day.getUTCDate() + 7 > daysInMonth(day);
  const [, nthDay, nth] = /^([1-7])#([1-5])$/.exec(text) ?? [];
  if (nthDay)
    return (day) => numberOf(day) === Number(nthDay) && Math.ceil(day.getUTCDate() / 7) === Number(nth);
  const days = valuesOf(text, 'daysOfWeek');
  return (day) => days.has(numberOf(day));
}

function parse(expression: string) {
  const [, inner] = /^cron\((.{1,250})\)$/.exec(expression) ?? [];
  const fields = inner?.split(' ') ?? [];
  if (fields.length !== names.length) throw new Error(`${expression} must have six fields.`);
  const [minutes = '', hours = '', dayOfMonth = '', months = '', dayOfWeek = '', years = ''] = fields;
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) throw new Error(`${expression} needs one question mark.`);
  return {
    minutes: [...valuesOf(minutes, 'minutes')].toSorted((a, b) => a - b),
    hours: [...valuesOf(hours, 'hours')].toSorted((a, b) => a - b),
    months: valuesOf(months, 'months'),
    years: valuesOf(years, 'years'),
    isDay: dayOfMonth === '?' ? dayOfWeekTest(dayOfWeek) : dayOfMonthTest(dayOfMonth),
  };
}

/**
 * The first `count` firings of an expression after a time, fewer at the end of AWS's years. Throws for expressions
 * that AWS refuses.
 */
export function awsFirings(expression: string, zone: string, afterMs: number, count: number): number[] {
  const { minutes, hours, months, years, isDay } = parse(expression);
  const firings: number[] = [];
  const day = new Date(Math.floor(afterMs / dayMs) * dayMs - dayMs);
  // Local times of a day may be up to a day earlier or later in UTC: one more day, then sorted.
  for (let beyond = 0; beyond < 2; day.setUTCDate(day.getUTCDate() + 1)) {
    if (!years.has(day.getUTCFullYear())) break;
    if (firings.length >= count) beyond += 1;
    if (!months.has(day.getUTCMonth() + 1) || !isDay(day)) continue;
    for (const hour of hours) {
      for (const minute of minutes) {
        const atMs = instantOf(zone, day.getTime() + (hour * 60 + minute) * minuteMs);
        if (atMs !== undefined && atMs > afterMs) firings.push(atMs);
      }
    }
  }
  return firings.toSorted((a, b) => a - b).slice(0, count);
}

/** Whether the clock changes within a day and a half. */
export function isNearTransition(atMs: number, zone: string): boolean {
  const offsets = [-1.5, -0.75, 0, 0.75, 1.5].map((days) => offsetAt(zone, atMs + days * dayMs));
  return new Set(offsets).size > 1;
}
