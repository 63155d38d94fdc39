/** Finds growth of a value that should be stable. Pure. */
import { median } from '../statistics.ts';

export interface Point {
  atSeconds: number;
  value: number;
}

export interface TrendRule {
  /** Only the lowest value of each window counts. */
  windowSeconds: number;
  /** Earlier values are never judged. */
  notBeforeSeconds?: number;
  /** Growth up to this limit is flat. */
  limitPerMinute: number;
  /** Growth up to this share of the value is flat, if that is more. */
  limitShare?: number;
}

export interface Trend {
  perMinute: number;
  /** The limit. */
  limitPerMinute: number;
  /** Lowest and highest of the window minima in the judged part. */
  lowest: number;
  highest: number;
  isFlat: boolean;
}

/** Minimum number of windows. */
const minWindows = 6;

/** The lowest value of each window, at the window's middle. Empty windows are left out. */
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

/** Start of the judged part of a series of this length. */
export const judgedFrom = (seconds: number, { notBeforeSeconds = 0 }: TrendRule): number =>
  Math.max(seconds / 2, notBeforeSeconds);

/**
 * Judges the second half, when caches are full and workers have started: the slope of the window minima, which exclude
 * garbage and batches. Undefined when it is too short.
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
