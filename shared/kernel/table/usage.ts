/**
 * Limits on the number of resources of a kind in a tenant or an organization. The transactions that create and delete
 * them count on a few items, because parallel creates would conflict on one. Each item has a fixed part of the limit,
 * so that none depends on the others; a create tries them one after the other.
 */
import { LimitReachedError } from '../errors/errors.ts';
import { ConditionFailedError } from './errors.ts';
import { usageKey, usageShards } from './keys.ts';
import type { Write } from './write.ts';

/** Name and limit of the counted resources. */
export interface UsageLimit {
  partition: string;
  /** Name for callers, in the plural and with its scope: `webhooks in an organization`. */
  what: string;
  max: number;
}

/** A part of the limit is used up. */
class ShardFullError extends ConditionFailedError {
  override name = 'ShardFullError';
}

const firstShardOf = (id: string): number => Number.parseInt(id.slice(0, 2), 16) % usageShards;

/** The parts of all shards add up to the limit. */
const shardMax = (max: number, shard: number): number =>
  Math.floor(max / usageShards) + (shard < max % usageShards ? 1 : 0);

function takeWrite({ partition, max }: UsageLimit, shard: number): Write {
  const shardLimit = shardMax(max, shard);
  return {
    add: usageKey(partition, shard),
    amounts: { n: 1 },
    when: {
      expression: shardLimit > 0 ? 'attribute_not_exists(n) OR n < :shardLimit' : 'n < :shardLimit',
      values: { ':shardLimit': shardLimit },
    },
    otherwise: (item) => new ShardFullError(item, 'full'),
  };
}

/**
 * Creates a resource with the write that counts it, which must be the last of `create`'s transaction. Throws
 * LimitReachedError at the limit, and errors of `create`.
 */
export async function createWithin<T>(
  limit: UsageLimit,
  id: string,
  create: (count: Write) => Promise<T>,
): Promise<T> {
  const first = firstShardOf(id);
  for (let tried = 0; tried < usageShards; tried += 1) {
    try {
      return await create(takeWrite(limit, (first + tried) % usageShards));
    } catch (error) {
      if (!(error instanceof ShardFullError)) throw error;
    }
  }
  throw new LimitReachedError(limit.what, limit.max);
}

/** The write that counts one less, for the transaction that deletes the resource with this id. */
export function releaseWrite(partition: string, id: string): Write {
  return { add: usageKey(partition, firstShardOf(id)), amounts: { n: -1 } };
}
