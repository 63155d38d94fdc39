/** Samples of a soak test, and whether they grow. Pure. */
import { median } from '../statistics.ts';
import { type Point, type Trend, type TrendRule, theilSen, trendOf } from './trend.ts';

/** One sample of a soak test. */
export interface Sample {
  atSeconds: number;
  /** By process; for the runtime also its own heap without its workers. */
  memoryMb: Readonly<Record<string, number>>;
  /** Waiting messages by queue, and events in the outbox. */
  waiting: Readonly<Record<string, number>>;
  /** Worker threads of the runtime. */
  workers: number;
  /** Requests due since the previous sample and their latencies; undefined when there were none. */
  due: number;
  p50Ms?: number | undefined;
  p99Ms?: number | undefined;
  /** Share of the machine's CPU that other processes used. */
  others?: number | undefined;
}

/**
 * Finding the rate starts more workers than the soak needs. Unused ones end after two minutes, needed ones start
 * again, and their heaps take minutes to fill: earlier trends varied from run to run.
 */
const warmUpSeconds = 300;

/**
 * A process may grow by 1 MB per minute, which a leak of one kilobyte per request exceeds, or by 0.25 % of its memory
 * if that is more: a hundred workers' heaps never all shrink at once. A queue may grow by 5 messages per minute.
 */
const rules: Readonly<Record<Judged['kind'], TrendRule>> = {
  memory: { windowSeconds: 20, notBeforeSeconds: warmUpSeconds, limitPerMinute: 1, limitShare: 0.0025 },
  waiting: { windowSeconds: 20, notBeforeSeconds: warmUpSeconds, limitPerMinute: 5 },
};

/** A value that must not grow. */
export interface Judged {
  kind: 'memory' | 'waiting';
  name: string;
  points: Point[];
  rule: TrendRule;
  /** Undefined when the soak was too short. */
  trend: Trend | undefined;
}

export const runtimeName = 'runtime';
const maxMbPerWorker = 50;

/**
 * The memory of the runtime, normalized to the median number of workers. Their number changes by chance, and the soak
 * itself shows how much memory each uses. Growth common to all workers remains.
 */
function withSteadyWorkers(samples: readonly Sample[], points: readonly Point[]): Point[] {
  const workers = new Map(samples.map((sample) => [sample.atSeconds, sample.workers]));
  const counted = points.map(({ atSeconds, value }) => [workers.get(atSeconds) ?? 0, value] as const);
  const mbPerWorker = Math.min(maxMbPerWorker, Math.max(0, theilSen(counted)));
  const usual = median([...workers.values()]);
  return points.map(({ atSeconds, value }) => ({
    atSeconds,
    value: value - ((workers.get(atSeconds) ?? usual) - usual) * mbPerWorker,
  }));
}

/** Judges every process, every queue and the outbox separately. */
export function judge(samples: readonly Sample[]): Judged[] {
  return (
    [
      ['memory', ({ memoryMb }: Sample) => memoryMb],
      ['waiting', ({ waiting }: Sample) => waiting],
    ] as const
  ).flatMap(([kind, read]) => {
    const rule = rules[kind];
    const names = [...new Set(samples.flatMap((sample) => Object.keys(read(sample))))];
    return names.map((name) => {
      const points = samples.flatMap((sample) => {
        const value = read(sample)[name];
        return value === undefined ? [] : [{ atSeconds: sample.atSeconds, value }];
      });
      const steady = name === runtimeName ? withSteadyWorkers(samples, points) : points;
      return { kind, name, points: steady, rule, trend: trendOf(steady, rule) };
    });
  });
}

const unitOf = { memory: 'MB', waiting: 'messages' } as const;

/** A judgement as a sentence. */
export function judgedText({ kind, name, trend }: Judged): string {
  const unit = unitOf[kind];
  if (trend === undefined) return `${name}: too short to judge`;
  const { perMinute, limitPerMinute, lowest, highest, isFlat } = trend;
  const range = `${lowest.toFixed(0)} to ${highest.toFixed(0)} ${unit}`;
  const growth = `${perMinute >= 0 ? '+' : '−'}${Math.abs(perMinute).toFixed(2)} ${unit}/min`;
  return `${name}: ${range}, ${growth}, at most ${Number(limitPerMinute.toFixed(2))}: ${isFlat ? 'flat' : 'GROWS'}`;
}

const tooShort = 'The soak was too short to find growth: run it for 8 minutes or more.';

/** `not judged` means neither. */
export function verdictOf(growth: readonly string[]): 'yes' | 'no' | 'not judged' {
  if (growth.length === 0) return 'yes';
  return growth.includes(tooShort) ? 'not judged' : 'no';
}

/** Sentences about values that grew; a soak without judgement is a problem too. */
export function growthOf(judged: readonly Judged[]): string[] {
  if (judged.every(({ kind }) => kind !== 'memory'))
    return ['This machine does not report the memory of processes.'];
  if (judged.some(({ trend }) => trend === undefined)) return [tooShort];
  return judged.filter(({ trend }) => trend?.isFlat === false).map(judgedText);
}
