/** Times and durations as texts. */
import { chosenZone } from '../session/time-zone.ts';

/** "1 day ago" instead of "yesterday", which 40 hours ago need not have been. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const maxRelativeDays = 7;

/** "UTC" after a time in UTC: a time without it is that of the browser. */
export const inZone = (text: string, timeZone: string | undefined): string =>
  timeZone === undefined ? text : `${text} ${timeZone}`;

const secondsUntil = (iso: string, nowMs: number): number => (Date.parse(iso) - nowMs) / 1_000;
const isFar = (seconds: number): boolean => Math.abs(seconds) > maxRelativeDays * 86_400;

/** "3 minutes ago", "in 2 hours"; a date if it is more than a week away. */
export function relativeTime(iso: string, nowMs: number, timeZone?: string): string {
  const seconds = secondsUntil(iso, nowMs);
  if (isFar(seconds)) {
    const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
    return inZone(new Intl.DateTimeFormat('en-GB', style).format(new Date(iso)), timeZone);
  }
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return seconds > 5 ? relative.format(Math.trunc(seconds), 'second') : 'just now';
}

/** The exact time beside a relative one, with its day unless that is today; undefined if the relative one has it. */
export function clockOf(iso: string, nowMs: number, timeZone?: string): string | undefined {
  if (isFar(secondsUntil(iso, nowMs))) return undefined;
  const time = new Date(iso);
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone });
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }).format(time);
  const isToday = day.format(time) === day.format(new Date(nowMs));
  return inZone(isToday ? clock : `${day.format(time)}, ${clock}`, timeZone);
}

/** The time in the chosen time zone, with its name, and in UTC. */
export function exactTime(iso: string, timeZone = chosenZone()): string {
  const local = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'long',
    ...(timeZone !== undefined && { timeZone }),
  });
  const zone = local.resolvedOptions().timeZone;
  return `${local.format(new Date(iso))} (${zone}) · ${iso}`;
}

/** The local time in the time zone, with the day: "Mon 2 Mar 2026, 02:00". */
export function clockTime(iso: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit' },
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(iso));
}

/** The IANA name of the viewer's time zone. */
export const viewerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const minutes = Math.round(milliseconds / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'];

export function bytes(count: number): string {
  const power = count < 1 ? 0 : Math.min(Math.floor(Math.log(count) / Math.log(1_024)), byteUnits.length - 1);
  const value = count / 1_024 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${byteUnits[power]}`;
}
