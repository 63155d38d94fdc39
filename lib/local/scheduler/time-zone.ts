/** Converts between instants and wall time in IANA time zones. */
import { LRUCache } from 'lru-cache';

/** Creating a format takes longer than a thousand uses. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (zone) => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
});

/** The offset of a zone from UTC in milliseconds: `GMT+05:30` → 19 800 000. */
function offsetAt(zone: string, atMs: number): number {
  const parts = formats.memo(zone).formatToParts(atMs);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
}

/** Whether the time zone exists. */
export function isZone(name: string): boolean {
  // JavaScript also reads offsets, which EventBridge Scheduler refuses.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    formats.memo(name);
    return true;
  } catch {
    return false;
  }
}

/** The wall time at an instant, as milliseconds of the same day and time in UTC: 09:30 in Paris is 09:30 UTC. */
export const wallTimeAt = (zone: string, atMs: number): number =>
  zone === 'UTC' ? atMs : atMs + offsetAt(zone, atMs);

const dayMs = 86_400_000;

/**
 * The instant of a wall time. A time that occurs twice in autumn means the first; undefined for a time that the clock
 * skips in spring.
 */
export function instantOf(zone: string, wallMs: number): number | undefined {
  if (zone === 'UTC') return wallMs;
  // The offset differs before and after a transition, so both are tried.
  const instants = [wallMs - dayMs, wallMs + dayMs]
    .map((atMs) => wallMs - offsetAt(zone, atMs))
    .filter((atMs) => wallTimeAt(zone, atMs) === wallMs);
  return instants.length === 0 ? undefined : Math.min(...instants);
}
