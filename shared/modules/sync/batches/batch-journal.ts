/**
 * Transactions of one batch. Each keeps beside its writes what became of its items, so that a batch that is taken over
 * is not counted twice, and each checks its write shard: a worker that takes a batch over closes the write shards of the one before, and
 * from then on no write of that one can come through. Lanes, because transactions that check one item cancel each other.
 */
import { randomUUID } from 'node:crypto';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { toItem } from '../../../kernel/table/item.ts';
import { queryAll } from '../../../kernel/table/read.ts';
import { transact, type Write } from '../../../kernel/table/write.ts';
import { syncBatchPartition, syncChunkKey, syncChunksPrefix, syncWriteShardKey } from '../keys.ts';
import type { Lease, StoredRun } from '../runs/run.ts';
import { syncLimits } from '../runs/run-limits.ts';

/** Another worker has taken the batch over. */
export class LostBatchError extends ConditionFailedError {
  override name = 'LostBatchError';
}

const expiry = (nowMs: number): number => Math.floor(nowMs / 1_000) + syncLimits.chunkDays * 86_400;

/** Closes the batch for everybody but the holder of the lease. One transaction. */
export async function closeWriteShards(run: StoredRun, { token }: Lease, nowMs: number): Promise<void> {
  const lanes = Array.from({ length: syncLimits.lanes }, (_, lane): Write => {
    const key = syncWriteShardKey(run, run.id, run.batchesCompleted, lane);
    return { put: { ...toItem(key, 'sync_lane', { token }), ttl: expiry(nowMs) } };
  });
  await transact(lanes);
}

function writeShardCheck(run: StoredRun, { token }: Lease, lane: number): Write {
  return {
    check: syncWriteShardKey(run, run.id, run.batchesCompleted, lane),
    when: {
      expression: 'attribute_not_exists(pk) OR #token = :mine',
      names: { '#token': 'token' },
      values: { ':mine': token },
    },
    otherwise: (item) => new LostBatchError(item, undefined),
  };
}

/** Writes something of a batch, with what becomes of its items by external id. Throws LostBatchError. */
export async function writeChunk(
  run: StoredRun,
  lease: Lease,
  lane: number,
  { outcomes, writes }: { outcomes?: Readonly<Record<string, string>>; writes: readonly Write[] },
  nowMs: number,
): Promise<void> {
  const key = syncChunkKey(run, run.id, run.batchesCompleted, randomUUID());
  const kept: Write[] = outcomes
    ? [{ put: { ...toItem(key, 'sync_chunk', { outcomes: JSON.stringify(outcomes) }), ttl: expiry(nowMs) } }]
    : [];
  await transact([writeShardCheck(run, lease, lane), ...kept, ...writes]);
}

/** What earlier workers of the batch have written, by external id. */
export async function writtenBefore(run: StoredRun): Promise<Map<string, string>> {
  const pk = syncBatchPartition(run, run.id, run.batchesCompleted);
  const items = await queryAll({ pk, skPrefix: syncChunksPrefix, consistent: true });
  return new Map(items.flatMap(({ outcomes }) => Object.entries(JSON.parse(String(outcomes)))));
}
