/** Computes when a job fires, and its EventBridge schedules. Pure. */
import { toIso } from '../../../kernel/text/times.ts';
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

/** An EventBridge schedule, and the content of its message. */
export interface NativeSchedule {
  /** Distinguishes the schedules of one job: `a` and, if there are two, `b`. */
  part: 'a' | 'b';
  expression: string;
  timezone: string;
  /** The first firing of a rate, and the rate. */
  startMs?: number;
  rate?: Rate;
  /** The message: the job is due, or send the runs of the next minute. */
  kind: 'fire' | 'tick';
  /** The time of a one-time schedule. */
  onceAtMs?: number;
}

/**
 * `native`: recurring EventBridge schedules. `ticks`: a schedule per minute. `chain`: a one-time schedule
 * that each firing renews.
 */
export type Engine = 'native' | 'ticks' | 'chain';

export function matcherOf(timing: Timing): Engine {
  if (timing.scheduleType === 'cron')
    return toAwsCron(cronFields(timing.scheduleValue)) === null ? 'chain' : 'native';
  return secondsOf(timing) % 60 === 0 ? 'native' : 'ticks';
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

/** EventBridge accepts no past times; a request and its retries may take this long. */
const soonestMs = 30_000;

/** `at(…)` for a time, or for the earliest time that EventBridge accepts. */
export function onceAt(atMs: number, nowMs: number): NativeSchedule {
  const takenMs = Math.ceil(Math.max(atMs, nowMs + soonestMs) / 1_000) * 1_000;
  const expression = `at(${toIso(takenMs).slice(0, 19)})`;
  return { part: 'a', expression, timezone: 'UTC', kind: 'fire', onceAtMs: atMs };
}

/**
 * The EventBridge schedules of an enabled job. A cron expression that restricts both day fields needs two. An
 * expression that AWS cannot express needs a one-time schedule, which each firing renews. An interval that is
 * not in whole minutes needs a tick every minute, which sends the runs of the following minute.
 */
export function nativeSchedules(timing: Timing, nowMs: number): NativeSchedule[] {
  if (timing.scheduleType === 'interval') {
    const seconds = secondsOf(timing);
    if (seconds % 60 !== 0)
      return [{ part: 'a', expression: 'cron(* * * * ? *)', timezone: 'UTC', kind: 'tick' }];
    const rate = { anchorMs: timing.anchorMs, seconds };
    const startMs = nextRunMs(timing, nowMs);
    return [{ part: 'a', expression: rateOf(seconds), timezone: 'UTC', startMs, rate, kind: 'fire' }];
  }
  const expressions = toAwsCron(cronFields(timing.scheduleValue));
  if (expressions === null) return [onceAt(nextRunMs(timing, nowMs), nowMs)];
  const parts = ['a', 'b'] as const;
  return expressions.map((expression, index) => ({
    part: parts[index] ?? 'b',
    expression,
    timezone: timing.timezone,
    kind: 'fire',
  }));
}

/** The minute whose runs a tick sends: the one after its own, so that every run has a positive delay. */
export function minuteFilledBy(tickMs: number): { afterMs: number; beforeMs: number } {
  const fromMs = Math.floor(tickMs / minuteMs) * minuteMs + minuteMs;
  return { afterMs: fromMs - 1, beforeMs: fromMs + minuteMs };
}

/** The time before the minute that the first tick fills, whose runs are sent when ticks start. */
export function filledAtStart(nowMs: number): { afterMs: number; beforeMs: number } {
  return { afterMs: nowMs, beforeMs: Math.floor(nowMs / minuteMs) * minuteMs + 2 * minuteMs };
}
