/**
 * The journal of a batch records what its workers have written, so that a batch that another worker takes over is not
 * counted twice. Each transaction stores the result of its items with its writes and checks one write shard of the batch.
 * A worker that takes the batch over closes the write shards of the previous worker, whose later writes are rejected.
 * A batch has several write shards, because concurrent transactions that check the same item cancel each other.
 */

import { randomUUID } from 'node:crypto';
import { parseJson, toJson } from '../base/json.ts';
import { ConditionFailedError } from './errors.ts';
import { toItem } from './item.ts';
import type { Key } from './keys.ts';
import { queryAll } from './read.ts';
import { transact, type Write } from './write.ts';

/** Where the journal of one batch is stored, and how long. */
export interface Journal {
  entries: { pk: string; skPrefix: string; keyOf(id: string): Key; entity: string };
  shards: { count: number; keyOf(shard: number): Key; entity: string };
  /** Must exceed the duration of any batch and the time for which its message is redelivered. */
  keptDays: number;
}

/** Another worker has taken the batch over. */
export class LostBatchError extends ConditionFailedError {
  override name = 'LostBatchError';
}

const expiryOf = ({ keptDays }: Journal, nowMs: number): number =>
  Math.floor(nowMs / 1_000) + keptDays * 86_400;

/** Closes the batch for every worker but the one with the token. One transaction. */
export async function closeWriteShards(journal: Journal, token: string, nowMs: number): Promise<void> {
  const { count, keyOf, entity } = journal.shards;
  const ttl = expiryOf(journal, nowMs);
  const closed = Array.from({ length: count }, (_, shard): Write => {
    return { put: { ...toItem(keyOf(shard), entity, { token }), ttl } };
  });
  await transact(closed);
}

function writeShardCheck({ shards }: Journal, token: string, shard: number): Write {
  return {
    check: shards.keyOf(shard),
    when: {
      expression: 'attribute_not_exists(pk) OR #token = :mine',
      names: { '#token': 'token' },
      values: { ':mine': token },
    },
    otherwise: (item) => new LostBatchError(item, undefined),
  };
}

/** Writes part of a batch with the result of each of its items by their ids, if it has any. Throws LostBatchError. */
export async function writeJournaled(
  journal: Journal,
  { token, shard }: { token: string; shard: number },
  { outcomes, writes }: { outcomes?: Readonly<Record<string, string>>; writes: readonly Write[] },
  nowMs: number,
): Promise<void> {
  const { keyOf, entity } = journal.entries;
  const ttl = expiryOf(journal, nowMs);
  const text = outcomes && toJson(outcomes);
  const entry: Write[] = text
    ? [{ put: { ...toItem(keyOf(randomUUID()), entity, { outcomes: text }), ttl } }]
    : [];
  await transact([writeShardCheck(journal, token, shard), ...entry, ...writes]);
}

/** What workers of the batch have written so far: the result of each item by its id. */
export async function journaledOutcomes({ entries }: Journal): Promise<Map<string, string>> {
  const { pk, skPrefix } = entries;
  const items = await queryAll({ pk, skPrefix, consistent: true });
  return new Map(items.flatMap(({ outcomes }) => Object.entries(parseJson(String(outcomes)))));
}
