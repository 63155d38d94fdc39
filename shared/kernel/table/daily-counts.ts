/** Counts per UTC day, as attributes of one item: a letter for what is counted, then the day, such as `d20260301`. Pure. */
import { dayOf } from '../base/times.ts';

const dayMs = 86_400_000;

const dayName = (ms: number): string => dayOf(ms).replaceAll('-', '');

const names = (prefix: string, nowMs: number, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `${prefix}${dayName(nowMs - (from + index) * dayMs)}`);

/**
 * What counts add to the item, and which of its counts are too old to be kept. The item must expire after `days` idle
 * days, so that nothing older than twice their number is left over.
 */
export function dailyCountChange(
  counts: Readonly<Record<string, number>>,
  days: number,
  nowMs: number,
): { amounts: Record<string, number>; outdated: string[] } {
  const today = dayName(nowMs);
  const added = Object.entries(counts).filter(([, count]) => count > 0);
  return {
    amounts: Object.fromEntries(added.map(([prefix, count]) => [`${prefix}${today}`, count])),
    outdated: Object.keys(counts).flatMap((prefix) => names(prefix, nowMs, days, 2 * days + 2)),
  };
}

/** The counts of the last days, today's first. */
export function dailyCounts(
  item: Readonly<Record<string, unknown>> | undefined,
  prefix: string,
  days: number,
  nowMs: number,
): number[] {
  return names(prefix, nowMs, 0, days).map((name) => Number(item?.[name] ?? 0));
}
