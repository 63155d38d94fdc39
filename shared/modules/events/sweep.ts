/**
 * Publishes events that the stream has left in the outbox: because it was delayed beyond its retention, or
 * because an event failed more often than the stream retries. Without such events a sweep reads an empty
 * range of each shard.
 */

import { shuffled, tryEach } from '../../kernel/base/parallel.ts';
import { eventLimits } from '../../kernel/events/limits.ts';
import { publish } from '../../kernel/events/publish.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import { outboxPartition, outboxRange, outboxShards } from '../../kernel/table/keys.ts';
import { queryPages } from '../../kernel/table/read.ts';

export interface SweepOutcome {
  published: number;
  failed: number;
  refused: number;
  /** Every shard was read to its end. False if the deadline was reached before; the next sweep continues. */
  finished: boolean;
}

const parallelShards = 8;

/**
 * Publishes events older than a minute, the oldest of each shard first, until `deadlineMs`. A refused event
 * stays in the outbox, and a shard that cannot be read does not affect the others. Throws the first failure
 * after all shards.
 */
export async function sweep({
  nowMs,
  deadlineMs,
}: {
  nowMs: number;
  deadlineMs: number;
}): Promise<SweepOutcome> {
  const outcome = { published: 0, failed: 0, refused: 0, finished: true };
  const skRange = outboxRange(nowMs - eventLimits.leftOverAfterSeconds * 1_000);
  // In random order, so that a deadline does not always skip the same shards.
  const shards = shuffled(Array.from({ length: outboxShards }, (_, shard) => shard));
  const failures = await tryEach(shards, parallelShards, async (shard) => {
    // Strongly consistent, so that events that the stream's publisher has just deleted are not published
    // again.
    for await (const items of queryPages({ pk: outboxPartition(shard), skRange, consistent: true })) {
      const { published, failed, refused } = await publish(items);
      outcome.published += published.length;
      outcome.failed += failed.length;
      outcome.refused += refused.length;
      if (Date.now() < deadlineMs) continue;
      outcome.finished = false;
      return;
    }
  });
  const isClean = outcome.published + outcome.failed + outcome.refused === 0 && outcome.finished;
  log(isClean ? 'debug' : 'warn', 'outbox swept', outcome);
  for (const { item: shard, error } of failures)
    log('error', 'a shard of the outbox was not swept', { shard, error: describeError(error) });
  if (failures[0] !== undefined) throw failures[0].error;
  return outcome;
}
