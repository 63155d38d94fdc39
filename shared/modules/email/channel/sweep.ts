/** Hands digests that are due to the worker that sends them. */
import { sendMessages } from '../../../kernel/queues/send.ts';
import { allOf } from '../../../kernel/table/parallel.ts';
import { digestDueShards } from '../keys.ts';
import { digestType } from './channel.ts';
import { dueDigests } from './digest-store.ts';

const digestsPerShard = 250;

/** One message for each digest of a shard that is due. */
async function sweepShard(shard: number, nowMs: number): Promise<number> {
  const due = await dueDigests(shard, nowMs, digestsPerShard);
  const messages = due.map((one) => {
    const { tenantId, userId, dueMs } = one;
    const id = `digest-${userId}-${dueMs}`;
    const message = {
      ...{ v: 1 as const, id, type: digestType, tenantId, organizationId: null },
      ...{ idempotencyKey: `${tenantId}:${id}`, data: one },
    };
    return { message };
  });
  if (messages.length > 0) await sendMessages('email', messages);
  return messages.length;
}

/**
 * Has the digests sent that are due, and returns how many. One that was sent before and is not removed yet is sent again.
 * Throws when a shard could not be read, after the others.
 */
export async function sweepDigests(nowMs: number): Promise<number> {
  const shards = Array.from({ length: digestDueShards }, (_, shard) => sweepShard(shard, nowMs));
  const counts = await allOf(shards);
  return counts.reduce((sum, count) => sum + count, 0);
}
