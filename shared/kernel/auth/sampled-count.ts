/**
 * One key's requests are counted on one item, which takes 1 000 writes a second. Above half of that only a sample of them
 * is written, each for several; the others read the item, so that a revoked key still is refused at once.
 */
import { LRUCache } from 'lru-cache';

export const maxCountedPerSecond = 500;

/** Each written request stands for so many at the most: an item is read 3 000 times a second. */
const maxWeight = 16;
/** At the start of a minute its count says little: the weight before stays as long. */
const settlingSeconds = 5;
const minuteMs = 60_000;

/** For how many requests each written one stands. */
export function weightOf(counted: number, nowMs: number, before = 1): number {
  const seconds = Math.max(1, (nowMs % minuteMs) / 1_000);
  const measured = Math.ceil(counted / seconds / maxCountedPerSecond);
  const weight = Math.min(maxWeight, Math.max(1, measured));
  return seconds < settlingSeconds ? Math.max(before, weight) : weight;
}

/** Weights by key, for an instance's next requests. */
const weights = new LRUCache<string, number>({ max: 1_000 });

export const weightFor = (key: string): number => weights.get(key) ?? 1;

/** Remembers for how many requests a key's next written one stands, by what was counted in this minute. */
export function noteCount(key: string, counted: number, nowMs: number): void {
  const weight = weightOf(counted, nowMs, weightFor(key));
  if (weight === 1) weights.delete(key);
  else weights.set(key, weight);
}
