/**
 * Counts per hour and per UTC day, written next to the changes that they count. Hourly counts have items of their own,
 * one for each day of a series: one Query reads the series of an owner. Daily counts are attributes of any item.
 */

import { allOf } from '../base/parallel.ts';
import { dayOf, toIso } from '../base/times.ts';
import { hourlyCountsKey, hourlyCountsPartition, type Key } from './keys.ts';
import { queryPages } from './read.ts';
import { countApart, type Write } from './write.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const retentionDays = 35;
const daySeconds = 86_400;
const entity = 'hourly_counts';

/** Names of the hourly series. */
export const hourlySeries = { deliveries: 'deliveries', jobRuns: 'job-runs', syncRuns: 'sync-runs' } as const;

/** Owner of the series: an organization, a whole tenant, the platform, or one resource of a tenant. */
export interface CountsOwner {
  /** Null for the platform. */
  tenantId: string | null;
  /** Null for the tenant as a whole. */
  organizationId: string | null;
  /** Kind and id of the resource, `WEBHOOK` and its id; undefined for the whole organization. */
  of?: { kind: string; id: string };
}

const hourOf = (atMs: number): number => Math.floor(atMs / hourMs);

/** Name of a counter in its item: the hour of the day, then the counted event. */
const attributeOf = (atMs: number, name: string): string => `h${new Date(atMs).getUTCHours()}_${name}`;

/**
 * The write that adds to the counters of the hour, for a transaction that rarely conflicts with others of its series.
 */
export function hourlyCountWrite(
  owner: CountsOwner,
  series: string,
  counts: Readonly<Record<string, number>>,
  atMs: number,
): Extract<Write, { add: Key }> {
  const amounts = Object.entries(counts).filter(([, count]) => count !== 0);
  return {
    add: hourlyCountsKey(owner, dayOf(atMs), series),
    amounts: Object.fromEntries(amounts.map(([name, count]) => [attributeOf(atMs, name), count])),
    values: { entity, v: 1, ttl: Math.ceil(atMs / 1_000) + retentionDays * daySeconds },
  };
}

/**
 * Adds to the counters of the hour. A plain update instead of a transaction: all writes of an owner use its item, and
 * concurrent transactions cancel each other. A request whose response was lost may count twice.
 */
export async function countInHour(
  owner: CountsOwner,
  series: string,
  counts: Readonly<Record<string, number>>,
  atMs: number,
): Promise<void> {
  await countApart(hourlyCountWrite(owner, series, counts, atMs));
}

/** One hour of a series. */
export interface HourlyCount {
  atMs: number;
  series: string;
  name: string;
  count: number;
}

async function readOwner(owner: CountsOwner, fromMs: number, toMs: number): Promise<HourlyCount[]> {
  const found: HourlyCount[] = [];
  // Sorts after every series of the last day.
  const range = { from: dayOf(fromMs), to: `${dayOf(toMs)}#~` };
  for await (const page of queryPages({
    pk: hourlyCountsPartition(owner),
    skRange: range,
    consistent: false,
  })) {
    for (const item of page) {
      const [day = '', series = ''] = String(item.sk).split('#', 2);
      for (const [attribute, value] of Object.entries(item)) {
        const [, hour, name] = /^h(\d+)_(.+)$/.exec(attribute) ?? [];
        if (name === undefined) continue;
        const atMs = Date.parse(day) + Number(hour) * hourMs;
        if (hourOf(atMs) < hourOf(fromMs) || atMs > toMs) continue;
        found.push({ atMs, series, name, count: Number(value) });
      }
    }
  }
  return found;
}

/** All counts of the owners in a time range, both hours included. Eventually consistent; one Query per owner. */
export async function readHourlyCounts(
  owners: readonly CountsOwner[],
  fromMs: number,
  toMs: number,
): Promise<HourlyCount[]> {
  const read = owners.map((owner) => readOwner(owner, fromMs, toMs));
  return (await allOf(read)).flat();
}

/** A point for every hour of the range, earliest first, with 0 for hours without events. */
export function toPoints<Name extends string>(
  counts: readonly HourlyCount[],
  names: readonly Name[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): ({ at: string } & Record<Name, number>)[] {
  const first = hourOf(fromMs);
  return Array.from({ length: hourOf(toMs) - first + 1 }, (_, index) => {
    const atMs = (first + index) * hourMs;
    const own = counts.filter((count) => count.atMs === atMs);
    const sums = names.map((name): [Name, number] => [
      name,
      own.reduce((sum, count) => (count.name === name ? sum + count.count : sum), 0),
    ]);
    return { at: toIso(atMs), ...(Object.fromEntries(sums) as Record<Name, number>) };
  });
}

// Daily counts: a letter for what is counted, then the day, such as `d20260301`.

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
