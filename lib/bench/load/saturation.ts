/** What rising load does, and where it is too much: pure figures. */
import { type Histogram, merge, type Percentiles, percentilesOf } from './histogram.ts';
import type { MachineLoad } from './machine.ts';

/** What a rate of requests got. */
export interface Step {
  /** Requests that were due per second, whether or not there was an answer to those before. */
  offeredPerSecond: number;
  /** Answers as expected per second, within the time in which requests were due. */
  completedPerSecond: number;
  latency: Percentiles;
  /** By endpoint. Each is from when the request was due to its answer's end. */
  histograms: Readonly<Record<string, Histogram>>;
  /** Requests that had no answer when they were given up; their age then is in the histograms. */
  pendingAtEnd: number;
  /** Answers that were not as expected, by endpoint and status. */
  failures: Readonly<Record<string, number>>;
  /** Undefined where the machine does not tell. */
  machine?: MachineLoad | undefined;
}

/** A step from its counts. Throws when nothing was answered or given up. */
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
  const latency = percentilesOf(merge(Object.values(rest.histograms)));
  return { ...rest, offeredPerSecond: due / seconds, completedPerSecond: completedInTime / seconds, latency };
}

/** A step keeps up when so much of what was asked was answered meanwhile; the rest is what was on its way at the end. */
export const keepsUpFrom = 0.95;
/** Two cores that serve requests in any order are busy to some 80 % when answers take three times as long (M/M/2). */
export const slowerTimes = 3;

export interface SaturationPoint {
  step: Step;
  /** What p90 was compared with: the best of all steps. */
  bestP90Ms: number;
  /** Whether some higher rate was tried, and was too much. */
  isPassed: boolean;
}

/**
 * The saturation point is the highest rate that the system keeps up with (95 % of requests are answered in the time in which they
 * come) while nine of ten answers take at most three times as long as at the best of all rates. One step that something
 * else disturbed does not end the search: a higher one that is well counts. Undefined when no step is well.
 */
export function saturationOf(steps: readonly Step[]): SaturationPoint | undefined {
  const bestP90Ms = Math.min(...steps.map(({ latency }) => latency.p90));
  const isWell = ({ offeredPerSecond, completedPerSecond, latency }: Step) =>
    completedPerSecond >= keepsUpFrom * offeredPerSecond && latency.p90 <= slowerTimes * bestP90Ms;
  const byRate = steps.toSorted((a, b) => a.offeredPerSecond - b.offeredPerSecond);
  const step = byRate.findLast(isWell);
  return step && { step, bestP90Ms, isPassed: step !== byRate.at(-1) };
}

/** Rates above this share are pointless once two steps in a row did not keep up. */
export function isOverloaded(steps: readonly Step[]): boolean {
  const last = steps.slice(-2);
  const falls = ({ offeredPerSecond, completedPerSecond }: Step) =>
    completedPerSecond < keepsUpFrom * offeredPerSecond;
  return last.length === 2 && last.every(falls);
}
