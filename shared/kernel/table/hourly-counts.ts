/**
 * What happened in each hour, counted beside the writes that it is about. An item holds twelve hours of one series, so that
 * it stays below one kilobyte and each count is one unit; the series of one owner are read by one Query.
 */
import { toIso } from '../text/times.ts';
import { hourlyCountsKey, hourlyCountsPartition, type Key } from './keys.ts';
import { allOf } from './parallel.ts';
import { queryPages } from './read.ts';
import { countApart, type Write } from './write.ts';

const hourMs = 3_600_000;
const hoursPerItem = 12;
const retentionDays = 35;
const daySeconds = 86_400;
const entity = 'hourly_counts';

/** Owner of the series: an organization, a whole tenant, the platform, or one resource of a tenant. */
export interface CountsOwner {
  /** Null for the platform. */
  tenantId: string | null;
  /** Null for the tenant as a whole. */
  organizationId: string | null;
  /** Kind and id of the thing, `WEBHOOK` and its id; undefined for all of the organization. */
  of?: { kind: string; id: string };
}

const hourOf = (atMs: number): number => Math.floor(atMs / hourMs);

/** Name of a counter in its item: the hour of the block, then what is counted. */
const attributeOf = (hour: number, name: string): string => `h${hour % hoursPerItem}_${name}`;

/** The write that adds to the counters of the hour, for a transaction that seldom meets another of its series. */
export function hourlyCountWrite(
  owner: CountsOwner,
  series: string,
  counts: Readonly<Record<string, number>>,
  atMs: number,
): Extract<Write, { add: Key }> {
  const hour = hourOf(atMs);
  const block = Math.floor(hour / hoursPerItem);
  const amounts = Object.entries(counts).filter(([, count]) => count !== 0);
  return {
    add: hourlyCountsKey(owner, block, series),
    amounts: Object.fromEntries(amounts.map(([name, count]) => [attributeOf(hour, name), count])),
    values: { entity, v: 1, ttl: Math.ceil(atMs / 1_000) + retentionDays * daySeconds },
  };
}

/**
 * Adds to the counters of the hour. A plain update and no transaction: everything of an owner meets on its item, and
 * transactions that meet cancel each other. A request whose response was lost may count twice.
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

async function readOwner(owner: CountsOwner, fromHour: number, toHour: number): Promise<HourlyCount[]> {
  const found: HourlyCount[] = [];
  const range = {
    from: String(Math.floor(fromHour / hoursPerItem)),
    // Behind every series of the last block.
    to: String(Math.floor(toHour / hoursPerItem) + 1),
  };
  for await (const page of queryPages({
    pk: hourlyCountsPartition(owner),
    skRange: range,
    consistent: false,
  })) {
    for (const item of page) {
      const [block = '', series = ''] = String(item.sk).split('#', 2);
      for (const [attribute, value] of Object.entries(item)) {
        const [, hourOfBlock, name] = /^h(\d+)_(.+)$/.exec(attribute) ?? [];
        if (name === undefined) continue;
        const hour = Number(block) * hoursPerItem + Number(hourOfBlock);
        if (hour < fromHour || hour > toHour) continue;
        found.push({ atMs: hour * hourMs, series, name, count: Number(value) });
      }
    }
  }
  return found;
}

/** All counts of the owners from one time to another, both hours included. Eventually consistent; a Query for each owner. */
export async function readHourlyCounts(
  owners: readonly CountsOwner[],
  fromMs: number,
  toMs: number,
): Promise<HourlyCount[]> {
  const read = owners.map((owner) => readOwner(owner, hourOf(fromMs), hourOf(toMs)));
  return (await allOf(read)).flat();
}

/** A point for every hour of the window, the earliest first, with 0 for what did not happen. */
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
