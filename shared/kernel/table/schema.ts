/**
 * Versions of what is stored. Every item carries the version `v` of its entity's shape; what is read is brought to
 * the present one on the way, so that only this file knows older shapes. `npm run admin -- migrate` writes the
 * upgraded items back, after which the steps may be taken out.
 *
 * A new shape is one more step of its entity. While new code comes in (`lib/aws/stage/rollout.ts`) and after it is taken back,
 * old code reads what new code wrote: a step may add and derive, what it replaces goes with the deployment after.
 */
import { toJson } from '../http/json.ts';
import { formerShardOfUuid } from './keys.ts';

type StoredItem = Record<string, unknown>;

/** Converts an item of one version into the next version. Keeps the key, and does not change its argument. */
export type Upgrade = (item: StoredItem) => StoredItem;

/** The steps of each entity: the first makes version 2 of version 1. */
export type Upgrades = Readonly<Record<string, readonly Upgrade[]>>;

/** Entities that have had another shape; every other one is still at version 1. */
export const upgrades: Upgrades = {
  // Files were known by their safe name alone.
  attachment: [(item) => ({ ...item, originalName: item.originalName ?? item.fileName })],
  // The shard of the item by which a sweep finds the row followed from its id.
  payment: [(item) => ({ ...item, dueShard: item.dueShard ?? formerShardOfUuid(String(item.id)) })],
  progress_job: [(item) => ({ ...item, watchShard: item.watchShard ?? formerShardOfUuid(String(item.id)) })],
  sync_run: [(item) => ({ ...item, activeShard: item.activeShard ?? formerShardOfUuid(String(item.id)) })],
  // Settings of the strategy were a native map.
  webhook: [(item) => ({ ...item, strategyConfigText: toJson(item.strategyConfig ?? null) })],
};

/** The version in which an entity is written. */
export function versionOf(entity: string, steps: Upgrades = upgrades): number {
  return (steps[entity]?.length ?? 0) + 1;
}

const isItem = (value: unknown): value is StoredItem => typeof value === 'object' && value !== null;

/**
 * The item in its entity's present shape: itself when it has that, or one of which this code does not know yet. Of a
 * listing item that is the shape of the row in it.
 */
export function upgraded(item: StoredItem, steps: Upgrades = upgrades): StoredItem {
  if (item.entity === undefined && isItem(item.row)) {
    const { pk: _pk, sk: _sk, ...row } = upgraded(item.row, steps);
    return item.row.v === row.v ? item : { ...item, row };
  }
  const own = steps[String(item.entity)];
  const from = typeof item.v === 'number' ? item.v : 1;
  if (own === undefined || from > own.length) return item;
  const result = own.slice(from - 1).reduce((before, step) => step(before), item);
  return { ...result, pk: item.pk, sk: item.sk, entity: item.entity, v: own.length + 1 };
}

/** An item that DynamoDB returned, as the present code knows it. */
export function itemOf(stored: StoredItem): StoredItem {
  return upgraded(stored);
}
