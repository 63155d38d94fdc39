/** What measurements under load say: pure figures. */
import { quantile } from '../statistics.ts';

/** One endpoint's answers at one load. */
export interface Latencies {
  name: string;
  elapsedMs: readonly number[];
}

/** What so many clients at a time got. */
export interface Step {
  concurrency: number;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  endpoints: readonly Latencies[];
}

/** The figures of a step. Throws when nothing was answered. */
export function stepOf(concurrency: number, seconds: number, endpoints: readonly Latencies[]): Step {
  const all = endpoints.flatMap(({ elapsedMs }) => elapsedMs);
  return {
    concurrency,
    perSecond: all.length / seconds,
    p50Ms: quantile(all, 0.5),
    p95Ms: quantile(all, 0.95),
    p99Ms: quantile(all, 0.99),
    endpoints,
  };
}

/**
 * Where more load brings more waiting than work: the step with the most throughput per latency, which queueing theory
 * calls the power of a system (Kleinrock). Throws without steps.
 */
export function kneeOf(steps: readonly Step[]): Step {
  const power = ({ perSecond, p50Ms }: Step) => perSecond / p50Ms;
  const [first, ...others] = steps;
  if (first === undefined) throw new Error('No steps to find a knee in.');
  return others.reduce((best, step) => (power(step) > power(best) ? step : best), first);
}

export interface Bucket {
  fromMs: number;
  toMs: number;
  count: number;
}

/** Counts by latency, in buckets that grow by the same factor: what is slow is rare, and far away. */
export function histogramOf(
  elapsedMs: readonly number[],
  { fromMs = 0.5, toMs = 10_000, buckets = 44 } = {},
): Bucket[] {
  const factor = (toMs / fromMs) ** (1 / buckets);
  const counted = Array.from({ length: buckets }, (_, index) => ({
    fromMs: fromMs * factor ** index,
    toMs: fromMs * factor ** (index + 1),
    count: 0,
  }));
  for (const ms of elapsedMs) {
    const index = Math.floor(Math.log(Math.max(ms, fromMs) / fromMs) / Math.log(factor));
    const bucket = counted[Math.min(index, buckets - 1)];
    if (bucket) bucket.count += 1;
  }
  return counted;
}

/** By how much the values grow per step, as the line through them says (least squares). */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [up, across] = values.reduce(
    ([above, below], value, index) => [
      above + (index - middle) * (value - average),
      below + (index - middle) ** 2,
    ],
    [0, 0],
  );
  return across === 0 ? 0 : up / across;
}

/** What a soak looks at from time to time. */
export interface Sample {
  atSeconds: number;
  /** Of the runtime with its workers, and of its database. */
  memoryMb: Readonly<Record<string, number>>;
  /** Messages that wait in queues with a consumer, and events in the outbox's queues. */
  waiting: number;
  requests: number;
}

/** The first part warms up: workers start, caches fill. */
const warmUpShare = 0.3;
/** Memory that grows by less over the rest is flat; the garbage collector makes waves of this height. */
const flatShare = 0.15;
/** Messages that come and go. */
const restlessWaiting = 200;

/** What did not stay as it was, in words. Too short a soak says nothing, and that is said. */
export function soakProblems(samples: readonly Sample[]): string[] {
  const steady = samples.slice(Math.floor(samples.length * warmUpShare));
  if (steady.length < 6) return [`${samples.length} samples are too few to say anything.`];
  const memory = Object.keys(steady[0]?.memoryMb ?? {}).flatMap((what) => {
    const values = steady.map(({ memoryMb }) => memoryMb[what] ?? 0);
    const growth = slopeOf(values) * (values.length - 1);
    const average = values.reduce((sum, value) => sum + value, 0) / values.length;
    return growth > average * flatShare
      ? [`The memory of the ${what} grows: by ${growth.toFixed(0)} MB, at ${average.toFixed(0)} MB.`]
      : [];
  });
  const grown = slopeOf(steady.map(({ waiting }) => waiting)) * (steady.length - 1);
  const queues = grown > restlessWaiting ? [`Queues grow: by ${grown.toFixed(0)} messages.`] : [];
  return [...memory, ...queues];
}
