/** Stores evaluation counts: an item per tenant, toggle and day, and an item per toggle with the last evaluation. */

import { chunksOf } from '../../kernel/base/parallel.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { batchGetParallel, getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import { transact, type Write } from '../../kernel/table/write.ts';
import { toggleDayKey, toggleDaysPartition, toggleLastEvaluatedKey } from './keys.ts';

/** Evaluations of a toggle in a tenant on one day. */
export interface CountedDay {
  tenantId: string;
  toggleId: string;
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  lastMs: number;
  /** By value, as JSON. */
  counts: Map<string, number>;
}

const usageRetentionDays = 90;
const dayMs = 86_400_000;

/** Prefix of value attributes, so that they do not collide with other attributes. */
const valuePrefix = 'v:';

/** Each day of a toggle needs two writes; DynamoDB accepts 100 per transaction. */
const maxDaysPerTransaction = 40;

function writesOf(days: readonly CountedDay[]): Write[] {
  const lastMs = new Map<string, number>();
  for (const day of days) lastMs.set(day.toggleId, Math.max(day.lastMs, lastMs.get(day.toggleId) ?? 0));
  return [
    ...days.map(
      (day): Write => ({
        add: toggleDayKey(day, day.toggleId, day.day),
        amounts: Object.fromEntries([...day.counts].map(([value, n]) => [valuePrefix + value, n])),
        values: {
          lastMs: day.lastMs,
          ttl: Math.floor((Date.parse(day.day) + usageRetentionDays * dayMs) / 1_000),
        },
      }),
    ),
    ...[...lastMs].map(
      ([toggleId, ms]): Write => ({
        set: toggleLastEvaluatedKey(toggleId),
        values: { toggleId, lastMs: ms },
      }),
    ),
  ];
}

/** Adds the counts. Sends one request for up to 40 toggles. */
export async function writeCounts(days: readonly CountedDay[]): Promise<void> {
  for (const chunk of chunksOf(days, maxDaysPerTransaction)) await transact(writesOf(chunk));
}

/** Returns the last evaluation of each toggle in milliseconds, by id. Eventually consistent. */
export async function findLastEvaluations(toggleIds: readonly string[]): Promise<Map<string, number>> {
  const items = await batchGetParallel(toggleIds.map(toggleLastEvaluatedKey), undefined, {
    consistent: false,
  });
  return new Map(items.map(({ toggleId, lastMs }) => [String(toggleId), Number(lastMs)]));
}

export async function findLastEvaluation(toggleId: string): Promise<number | undefined> {
  const item = await getItem(toggleLastEvaluatedKey(toggleId));
  return item && Number(item.lastMs);
}

function toDay(item: Item) {
  const values = Object.entries(item)
    .filter(([name]) => name.startsWith(valuePrefix))
    .map(([name, n]) => ({ value: name.slice(valuePrefix.length), count: Number(n) }))
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
  const total = values.reduce((sum, { count }) => sum + count, 0);
  return { date: String(item.sk), total, values };
}

/** Returns the counts of the toggle in the tenant by day, the latest day first. */
export async function findDays(scope: TenantScope, toggleId: string) {
  const items = await queryAll({
    pk: toggleDaysPartition(scope, toggleId),
    descending: true,
    limit: usageRetentionDays,
    consistent: true,
  });
  return items.map(toDay);
}
