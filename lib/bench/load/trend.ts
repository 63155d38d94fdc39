/** Whether something grows that should stay as it is: pure figures. */
import { median } from '../statistics.ts';

export interface Point {
  atSeconds: number;
  value: number;
}

export interface TrendRule {
  /** Only the lowest value of so long a time counts. */
  windowSeconds: number;
  /** What is earlier is never judged. */
  notBeforeSeconds?: number;
  /** Growth up to this is flat. */
  limitPerMinute: number;
  /** And growth up to this share of the value, where that is more. */
  limitShare?: number;
}

export interface Trend {
  perMinute: number;
  /** What it may be. */
  limitPerMinute: number;
  /** Lowest and highest value of the judged part, between the waves. */
  lowest: number;
  highest: number;
  isFlat: boolean;
}

/** Fewer say nothing. */
const minWindows = 6;

/** The lowest value of each window, at the window's middle. Windows without a value are left out. */
export function floorsOf(points: readonly Point[], windowSeconds: number): Point[] {
  const floors = new Map<number, number>();
  for (const { atSeconds, value } of points) {
    const window = Math.floor(atSeconds / windowSeconds);
    floors.set(window, Math.min(value, floors.get(window) ?? value));
  }
  return [...floors].map(([window, value]) => ({ atSeconds: (window + 0.5) * windowSeconds, value }));
}

/** The median of the slopes between all pairs of points (Theil–Sen): up to 29 % of outliers do not move it. */
export function theilSen(points: readonly (readonly [x: number, y: number])[]): number {
  const slopes = points.flatMap(([fromX, fromY], index) =>
    points.slice(index + 1).flatMap(([x, y]) => (x === fromX ? [] : [(y - fromY) / (x - fromX)])),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}

/** When the judged part of a series that lasts so long begins. */
export const judgedFrom = (seconds: number, { notBeforeSeconds = 0 }: TrendRule): number =>
  Math.max(seconds / 2, notBeforeSeconds);

/**
 * Judges the second half, when caches are full and workers have started: of each window the lowest value, below the
 * waves that a garbage collector or a batch makes, and of those the slope. Undefined when that is too short.
 */
export function trendOf(points: readonly Point[], rule: TrendRule): Trend | undefined {
  const { windowSeconds, limitShare = 0 } = rule;
  const fromSeconds = judgedFrom(points.at(-1)?.atSeconds ?? 0, rule);
  const floors = floorsOf(
    points.filter(({ atSeconds }) => atSeconds >= fromSeconds),
    windowSeconds,
  );
  if (floors.length < minWindows) return undefined;
  const values = floors.map(({ value }) => value);
  const perMinute = theilSen(floors.map(({ atSeconds, value }) => [atSeconds / 60, value]));
  const limitPerMinute = Math.max(rule.limitPerMinute, limitShare * median(values));
  return {
    perMinute,
    limitPerMinute,
    lowest: Math.min(...values),
    highest: Math.max(...values),
    isFlat: perMinute <= limitPerMinute,
  };
}
