/** Computes when a job fires, and its EventBridge schedule. Pure. */
import type { JobRow } from '../job.ts';
import { toAwsCron } from './aws-cron.ts';
import { cronFields, cronProblem, nextCronRun } from './cron.ts';
import { nextIntervalRun, parseInterval } from './interval.ts';
import { zoneNamed } from './time-zone.ts';

/** The part of a job that decides when it fires. */
export type Timing = Pick<JobRow, 'scheduleType' | 'scheduleValue' | 'timezone' | 'anchorMs'>;

const minuteMs = 60_000;

/** What is wrong with a schedule value of a type, or undefined. The time zone must exist. */
export function scheduleProblem(
  { scheduleType, scheduleValue, timezone }: Omit<Timing, 'anchorMs'>,
  nowMs: number,
): string | undefined {
  if (scheduleType === 'cron') {
    const problem = cronProblem(scheduleValue);
    if (problem !== undefined) return problem;
    const isFiring = nextCronRun(scheduleValue, timezone, nowMs) !== undefined;
    return isFiring
      ? undefined
      : `contains only times that clocks in ${timezone} skip, so it would never fire`;
  }
  const interval = parseInterval(scheduleValue);
  return 'problem' in interval ? interval.problem : undefined;
}

/** The canonical name of a time zone; undefined if it does not exist. */
export const zoneOf = (timezone: string): string | undefined => zoneNamed(timezone);

function secondsOf({ scheduleValue }: Timing): number {
  const interval = parseInterval(scheduleValue);
  if ('problem' in interval) throw new Error(`The stored interval ${scheduleValue} ${interval.problem}.`);
  return interval.seconds;
}

/** The schedule's first firing after a time. */
export function nextRunMs(timing: Timing, afterMs: number): number {
  const { scheduleType, scheduleValue, timezone, anchorMs } = timing;
  if (scheduleType !== 'cron') return nextIntervalRun(anchorMs, secondsOf(timing), afterMs);
  const atMs = nextCronRun(scheduleValue, timezone, afterMs);
  if (atMs === undefined) throw new Error(`The stored cron ${scheduleValue} never fires in ${timezone}.`);
  return atMs;
}

/** The schedule's firings between two times, both exclusive. */
export function runsBetween(timing: Timing, afterMs: number, beforeMs: number): number[] {
  const times: number[] = [];
  for (let atMs = nextRunMs(timing, afterMs); atMs < beforeMs; atMs = nextRunMs(timing, atMs))
    times.push(atMs);
  return times;
}

/** An interval of whole minutes, as EventBridge counts it. */
export interface Rate {
  anchorMs: number;
  seconds: number;
}

/**
 * The schedule's time that EventBridge means by its scheduled time. It counts rates from a start with seconds
 * but fires on whole minutes, so it may report a time up to a minute early; both must identify the same run.
 */
export function intendedTime(rate: Rate | undefined, namedMs: number): number {
  if (rate === undefined) return namedMs;
  const atMs = nextIntervalRun(rate.anchorMs, rate.seconds, namedMs - 1);
  return atMs - namedMs < minuteMs ? atMs : namedMs;
}

/** A recurring EventBridge schedule, and the content of its message. */
export interface NativeSchedule {
  expression: string;
  timezone: string;
  /** The first firing of a rate, and the rate. */
  startMs?: number;
  rate?: Rate;
}

function rateOf(seconds: number): string {
  const minutes = seconds / 60;
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `rate(${count} ${unit}${count === 1 ? '' : 's'})`;
}

/** The expression with which EventBridge fires at the schedule's times; undefined if it has none. */
function nativeExpression(timing: Timing): string | undefined {
  if (timing.scheduleType === 'cron') return toAwsCron(cronFields(timing.scheduleValue));
  const seconds = secondsOf(timing);
  return seconds % 60 === 0 ? rateOf(seconds) : undefined;
}

/** Whether the tick fires a job, because EventBridge cannot express its times. */
export const isTicked = (timing: Timing): boolean => nativeExpression(timing) === undefined;

/** The EventBridge schedule of an enabled job; undefined if the tick fires it. */
export function nativeSchedule(timing: Timing, nowMs: number): NativeSchedule | undefined {
  const expression = nativeExpression(timing);
  if (expression === undefined) return undefined;
  if (timing.scheduleType === 'cron') return { expression, timezone: timing.timezone };
  const rate = { anchorMs: timing.anchorMs, seconds: secondsOf(timing) };
  return { expression, timezone: 'UTC', startMs: nextRunMs(timing, nowMs), rate };
}

/** Runs are planned until the end of the next minute, because the next tick may be almost a minute late. */
export const plannedUntilMs = (nowMs: number): number => (Math.floor(nowMs / minuteMs) + 2) * minuteMs;

/** A missed firing that is older is not caught up. EventBridge, too, delivers for a day. */
const maxMissedMs = 86_400_000;

/**
 * The firings that a tick plans for a job that is due at `fromMs`. After an outage of the tick, only the last of the
 * firings that are more than a minute late is caught up, and none from before the schedule was set or enabled.
 */
export function plannedTimes(timing: Timing, fromMs: number, nowMs: number): number[] {
  const firstMs = Math.max(fromMs, timing.anchorMs, nowMs - maxMissedMs);
  const times = runsBetween(timing, firstMs - 1, plannedUntilMs(nowMs));
  const lastMissed = times.findLastIndex((atMs) => atMs <= nowMs - minuteMs);
  return times.slice(Math.max(lastMissed, 0));
}
