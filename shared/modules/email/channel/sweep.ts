/** Enqueues due digests, and deferred mails whose tenant may send again. */
import { openHomesOf } from '../../../kernel/auth/directory-reader.ts';
import { allOf, forEachParallel } from '../../../kernel/base/parallel.ts';
import { log } from '../../../kernel/observability/log.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import type { RunTime } from '../../../kernel/queues/scheduled.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import { deferredDueShards, digestDueShards } from '../keys.ts';
import { dueReleases } from '../sending/deferral-store.ts';
import { toReleaseMessage } from '../sending/release.ts';
import { toDigestMessage } from './digest.ts';
import { type DueDigest, dueDigests, removeDigest } from './digest-store.ts';

/**
 * Ten thousand digests per sweep. Digests that are left wait for the next sweep, and those of other tenants that are due later
 * wait behind them.
 */
const itemsPerShard = 2_500;
const parallelRemovals = 8;

/** Sends one message for each due item of a shard. */
async function sweepShard(due: Promise<readonly Message<object>[]>): Promise<number> {
  const messages = await due;
  if (messages.length > 0)
    await sendMessages(
      'email',
      messages.map((message) => ({ message })),
    );
  return messages.length;
}

/**
 * Builds the messages of due digests. Removes those of closed tenants, whose messages workers drop: they would be enqueued
 * again by each sweep, and delay digests of other tenants.
 */
async function digestsOf(shard: number, nowMs: number): Promise<Message<DueDigest>[]> {
  const due = await dueDigests(shard, nowMs, itemsPerShard);
  const homes = due.map((digest) => ({ digest, tenantId: digest.tenantId, organizationId: null }));
  const open = await openHomesOf(homes);
  const closed = homes.filter((home) => !open.has(home));
  await forEachParallel(closed, parallelRemovals, ({ digest }) => removeDigest(digest, [], { isAll: true }));
  return homes.filter((home) => open.has(home)).map(({ digest }) => toDigestMessage(digest));
}

const releasesOf = async (shard: number, nowMs: number) =>
  (await dueReleases(shard, nowMs, itemsPerShard)).map(toReleaseMessage);

const shardsOf = (count: number): number[] => Array.from({ length: count }, (_, shard) => shard);

/**
 * Enqueues due digests and releases, and returns the number of messages. Items that are not removed yet are enqueued
 * again. If reading a shard fails, it throws after the other shards.
 */
export async function sweepDigests({ nowMs }: Pick<RunTime, 'nowMs'>): Promise<number> {
  const counts = await allOf([
    ...shardsOf(digestDueShards).map((shard) => sweepShard(digestsOf(shard, nowMs))),
    ...shardsOf(deferredDueShards).map((shard) => sweepShard(releasesOf(shard, nowMs))),
  ]);
  const due = counts.reduce((sum, count) => sum + count, 0);
  log('info', 'digests checked', { due });
  return due;
}
