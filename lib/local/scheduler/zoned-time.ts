/** Converts between instants and local times of time zones, with Node's time zone data. */

export interface LocalTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws RangeError for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const numeric = 'numeric';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
  });
  formats.set(zone, format);
  return format;
}

/** Whether it is a named zone (`Europe/Berlin`, `UTC`). Offsets such as `+02:00` are not. */
export function isTimezone(zone: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(zone)) return false;
  if (zone === 'UTC') return true;
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the local time of an instant in the zone. Throws RangeError for an unknown zone. */
export function localTimeOf(atMs: number, zone: string): LocalTime {
  // Time zone data takes 50 ms to load, and most schedules need none.
  if (zone === 'UTC') return utcTimeOf(new Date(atMs));
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] =
    formatOf(zone).format(atMs).match(/\d+/g)?.map(Number) ?? [];
  return { year, month, day, hour, minute, second };
}

function utcTimeOf(at: Date): LocalTime {
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  };
}

/** The local time as if the zone were UTC. */
function asUtc({ year, month, day, hour, minute, second }: LocalTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function offsetMs(atMs: number, zone: string): number {
  const wholeSecondMs = Math.floor(atMs / 1000) * 1000;
  return asUtc(localTimeOf(wholeSecondMs, zone)) - wholeSecondMs;
}

/** The offsets around a local time: before and after a clock change, if there is one that day. */
function offsetsAround(local: LocalTime, zone: string): [before: number, after: number] {
  const nearMs = asUtc(local);
  return [offsetMs(nearMs - dayMs, zone), offsetMs(nearMs + dayMs, zone)];
}

/**
 * Returns the first instant with that local time in the zone; undefined when the clock is put forward over it. Throws
 * RangeError for an unknown zone.
 */
export function instantOf(local: LocalTime, zone: string): number | undefined {
  if (zone === 'UTC') return asUtc(local);
  const candidates = offsetsAround(local, zone).map((offset) => asUtc(local) - offset);
  const shown = candidates.filter((atMs) => offsetMs(atMs, zone) === asUtc(local) - atMs);
  return shown.length === 0 ? undefined : Math.min(...shown);
}

/**
 * Like `instantOf`, but a skipped time uses the offset before the change: half an hour into the gap is half an hour
 * after it.
 */
export function instantOrLater(local: LocalTime, zone: string): number {
  return instantOf(local, zone) ?? asUtc(local) - offsetsAround(local, zone)[0];
}
