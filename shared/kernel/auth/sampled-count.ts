/**
 * One key's requests are counted on one item, which allows 1 000 writes per second. Above half of that, only a sample
 * is written, each counting for several requests; the others read the item, so that a revoked key is still refused at
 * once.
 */
import { LRUCache } from 'lru-cache';

export const maxCountedPerSecond = 500;

/** Maximum weight of a written request: an item allows 3 000 reads per second. */
const maxWeight = 16;
/** At the start of a minute its count is not meaningful: the previous weight stays as long. */
const settlingSeconds = 5;
const minuteMs = 60_000;

/** The weight of each written request. */
export function weightOf(counted: number, nowMs: number, before = 1): number {
  const seconds = Math.max(1, (nowMs % minuteMs) / 1_000);
  const measured = Math.ceil(counted / seconds / maxCountedPerSecond);
  const weight = Math.min(maxWeight, Math.max(1, measured));
  return seconds < settlingSeconds ? Math.max(before, weight) : weight;
}

/** Weights by key, for an instance's next requests. */
const weights = new LRUCache<string, number>({ max: 1_000 });

export const weightFor = (key: string): number => weights.get(key) ?? 1;

/** Stores the weight of a key's next written request, derived from this minute's count. */
export function noteCount(key: string, counted: number, nowMs: number): void {
  const weight = weightOf(counted, nowMs, weightFor(key));
  if (weight === 1) weights.delete(key);
  else weights.set(key, weight);
}
