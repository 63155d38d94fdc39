/** Computes the saturation point under rising load. Pure. */
import { type Percentiles, percentilesOf } from '../statistics.ts';
import type { MachineLoad } from './machine.ts';

/** The result of one request rate. */
export interface Step {
  /** Requests due per second, independent of earlier responses. */
  offeredPerSecond: number;
  /** Expected responses per second while requests were due. */
  completedPerSecond: number;
  latency: Percentiles;
  /** By endpoint, from the time when the request was due to the end of its response. */
  latenciesMs: Readonly<Record<string, readonly number[]>>;
  /** Requests without a response at the end; their age at that time is in the latencies. */
  pendingAtEnd: number;
  /** Unexpected responses, by endpoint and status. */
  failures: Readonly<Record<string, number>>;
  /** Undefined where the machine does not report it. */
  machine?: MachineLoad | undefined;
}

/** Computes a step from its counts. Throws when no request was completed or abandoned. */
export function stepOf({
  due,
  completedInTime,
  seconds,
  ...rest
}: Omit<Step, 'offeredPerSecond' | 'completedPerSecond' | 'latency'> & {
  due: number;
  completedInTime: number;
  seconds: number;
}): Step {
  const latency = percentilesOf(Object.values(rest.latenciesMs).flat());
  return { ...rest, offeredPerSecond: due / seconds, completedPerSecond: completedInTime / seconds, latency };
}

/** A step keeps up when this share of requests gets a response in time; the rest was in flight at the end. */
export const minCompletedShare = 0.95;
/** Two cores that serve requests in any order are about 80 % busy when responses take three times as long (M/M/2). */
export const maxP90Factor = 3;

export interface SaturationPoint {
  step: Step;
  /** The best p90 of all steps, which others are compared with. */
  bestP90Ms: number;
  /** Whether a higher rate was tried and was too high. */
  isPassed: boolean;
}

/**
 * The saturation point is the highest rate with which the system keeps up (95 % of requests get a response in time)
 * while p90 is at most three times the best p90. One disturbed step does not end the search: a higher step without
 * problems counts. Undefined when no step keeps up.
 */
export function saturationOf(steps: readonly Step[]): SaturationPoint | undefined {
  const bestP90Ms = Math.min(...steps.map(({ latency }) => latency.p90));
  const keepsUp = ({ offeredPerSecond, completedPerSecond, latency }: Step) =>
    completedPerSecond >= minCompletedShare * offeredPerSecond && latency.p90 <= maxP90Factor * bestP90Ms;
  const byRate = steps.toSorted((a, b) => a.offeredPerSecond - b.offeredPerSecond);
  const step = byRate.findLast(keepsUp);
  return step && { step, bestP90Ms, isPassed: step !== byRate.at(-1) };
}

/** Above this share of the capacity, two consecutive overloaded steps end the search. */
export function isOverloaded(steps: readonly Step[]): boolean {
  const last = steps.slice(-2);
  const isFalling = ({ offeredPerSecond, completedPerSecond }: Step) =>
    completedPerSecond < minCompletedShare * offeredPerSecond;
  return last.length === 2 && last.every(isFalling);
}
