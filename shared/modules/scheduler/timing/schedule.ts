/** When a job fires, and by which schedules of EventBridge it does. Pure, once the cron parser is loaded. */
import { toIso } from '../../../kernel/text/times.ts';
import type { JobRow } from '../job.ts';
import { toAwsCron } from './aws-cron.ts';
import { cronFields, cronProblem, loadCronParser, nextCronRun } from './cron.ts';
import { nextIntervalRun, parseInterval } from './interval.ts';
import { zoneNamed } from './time-zone.ts';

/** The part of a job that says when it fires. */
export type Timing = Pick<JobRow, 'scheduleType' | 'scheduleValue' | 'timezone' | 'anchorMs'>;

const minuteMs = 60_000;

/** Loads what the functions of this file need for the timing. */
export async function prepare({ scheduleType }: Pick<Timing, 'scheduleType'>): Promise<void> {
  if (scheduleType === 'cron') await loadCronParser();
}

/** What is wrong with a schedule value of a type, or undefined. The time zone must be an existing one. */
export function scheduleProblem(
  { scheduleType, scheduleValue, timezone }: Omit<Timing, 'anchorMs'>,
  nowMs: number,
): string | undefined {
  if (scheduleType === 'cron') {
    const problem = cronProblem(scheduleValue);
    if (problem !== undefined) return problem;
    const isFiring = nextCronRun(scheduleValue, timezone, nowMs) !== undefined;
    return isFiring ? undefined : `names only times that clocks in ${timezone} skip; it would never fire`;
  }
  const interval = parseInterval(scheduleValue);
  return 'problem' in interval ? interval.problem : undefined;
}

/** The zone's name as the time zone database spells it; undefined when there is no such zone. */
export const zoneOf = (timezone: string): string | undefined => zoneNamed(timezone);

function secondsOf({ scheduleValue }: Timing): number {
  const interval = parseInterval(scheduleValue);
  if ('problem' in interval) throw new Error(`The stored interval ${scheduleValue} ${interval.problem}.`);
  return interval.seconds;
}

/** The first time after another at which the schedule fires. */
export function nextRunMs(timing: Timing, afterMs: number): number {
  const { scheduleType, scheduleValue, timezone, anchorMs } = timing;
  if (scheduleType !== 'cron') return nextIntervalRun(anchorMs, secondsOf(timing), afterMs);
  const atMs = nextCronRun(scheduleValue, timezone, afterMs);
  if (atMs === undefined) throw new Error(`The stored cron ${scheduleValue} never fires in ${timezone}.`);
  return atMs;
}

/** Every time of a schedule that is later than one and earlier than another. */
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
 * The time of a schedule that EventBridge means by a scheduled time of its own. It counts rates from a start with
 * seconds but fires by the minute, so it may name a time up to a minute early; two names of one time must be one.
 */
export function intendedTime(rate: Rate | undefined, namedMs: number): number {
  if (rate === undefined) return namedMs;
  const atMs = nextIntervalRun(rate.anchorMs, rate.seconds, namedMs - 1);
  return atMs - namedMs < minuteMs ? atMs : namedMs;
}

/** A schedule of EventBridge, and what its message asks for. */
export interface NativeSchedule {
  /** Tells the schedules of one job apart: `a` and, where there are two, `b`. */
  part: 'a' | 'b';
  expression: string;
  timezone: string;
  /** When a rate fires first, and what it is. */
  startMs?: number;
  rate?: Rate;
  /** What the message is: the job is due, or fill the next minute. */
  kind: 'fire' | 'tick';
  /** The one time that a schedule for once is for. */
  onceAtMs?: number;
}

/** How the schedule is kept: by schedules that go on by themselves, or by one that each firing sets to the next. */
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

/** The service takes no time that has passed; a request and its retries may take as long as this. */
const soonestMs = 30_000;

/** `at(…)` for a time, or for the next moment that the service still takes. */
export function onceAt(atMs: number, nowMs: number): NativeSchedule {
  const takenMs = Math.ceil(Math.max(atMs, nowMs + soonestMs) / 1_000) * 1_000;
  const expression = `at(${toIso(takenMs).slice(0, 19)})`;
  return { part: 'a', expression, timezone: 'UTC', kind: 'fire', onceAtMs: atMs };
}

/**
 * The schedules of EventBridge that make an enabled job fire from now on. Two are needed where a cron expression
 * restricts both days. Where AWS has no words for an expression, one for the next time, which each firing sets anew.
 * Intervals that are not whole minutes have a tick every minute, which fills the minute after it.
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

/** The minute that a tick fills: the one after the tick's own, so that every delay lies ahead. */
export function minuteFilledBy(tickMs: number): { afterMs: number; beforeMs: number } {
  const fromMs = Math.floor(tickMs / minuteMs) * minuteMs + minuteMs;
  return { afterMs: fromMs - 1, beforeMs: fromMs + minuteMs };
}

/** What must be filled at once when ticks begin: all until the minute that the first of them fills. */
export function filledAtStart(nowMs: number): { afterMs: number; beforeMs: number } {
  return { afterMs: nowMs, beforeMs: Math.floor(nowMs / minuteMs) * minuteMs + 2 * minuteMs };
}
