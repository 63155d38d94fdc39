/**
 * Publishes events from the outbox: puts them on the bus, then deletes them. A crash in between publishes an event
 * twice, but never loses one; consumers deduplicate. Unpublished events stay in the outbox for the sweeper.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { forEachParallel } from '../base/parallel.ts';
import { describeError, log } from '../observability/log.ts';
import { deleteItems } from '../table/batch-write.ts';
import type { Key } from '../table/keys.ts';
import type { Item } from '../table/read.ts';
import { bus } from './bus.ts';
import { type Outgoing, toBatches, toEntry, toOutgoing, type Verdict, verdictOf } from './entries.ts';

export interface PublishOutcome {
  published: Outgoing[];
  /** The bus was throttled or unreachable: try again. */
  failed: Outgoing[];
  /** Items that are not events, and events that the bus refuses permanently. They stay for inspection. */
  refused: Key[];
}

/** Concurrent batches. */
const parallelBatches = 4;
/** Waits before the second and third try of throttled entries: full jitter up to this number of ms. */
const maxWaitsMs = [100, 400] as const;

function nameOf({ event }: Outgoing): Record<string, unknown> {
  return { eventId: event.id, eventType: event.type, tenantId: event.tenantId };
}

/** One PutEvents. The SDK has already retried a call that failed as a whole; its entries then all count as failed. */
async function putOnce(batch: readonly Outgoing[]): Promise<Verdict[]> {
  const { client, name } = bus();
  try {
    const output = await client.send(
      new PutEventsCommand({ Entries: batch.map((outgoing) => toEntry(outgoing, name)) }),
    );
    const results = output.Entries ?? [];
    return batch.map((outgoing, index) => {
      const verdict = verdictOf(results[index]);
      if (verdict === 'refused') {
        const { ErrorCode, ErrorMessage } = results[index] ?? {};
        log('error', 'the bus rejected an event', {
          ...nameOf(outgoing),
          code: ErrorCode,
          reason: ErrorMessage,
        });
      }
      return verdict;
    });
  } catch (error) {
    log('warn', 'the bus accepted no events', { events: batch.length, error: describeError(error) });
    return batch.map(() => 'failed');
  }
}

async function putBatch(batch: readonly Outgoing[], outcome: PublishOutcome): Promise<void> {
  let left = batch;
  const published: Outgoing[] = [];
  for (let attempt = 0; left.length > 0; attempt++) {
    const verdicts = await putOnce(left);
    const having = (verdict: Verdict) => left.filter((_, index) => verdicts[index] === verdict);
    const taken = having('published');
    published.push(...taken);
    outcome.refused.push(...having('refused').map(({ key }) => key));
    left = having('failed');
    const maxWaitMs = maxWaitsMs[attempt];
    // Nothing was published: the publisher's trigger waits longer than it could.
    if (maxWaitMs === undefined || taken.length === 0) break;
    await sleep(Math.random() * maxWaitMs);
  }
  outcome.failed.push(...left);
  outcome.published.push(...published);
  await forget(published);
}

/** Deletes published events. The sweeper publishes those that cannot be deleted again. */
async function forget(published: readonly Outgoing[]): Promise<void> {
  try {
    await deleteItems(published.map(({ key }) => key));
  } catch (error) {
    log('warn', 'published events stay in the outbox', {
      events: published.length,
      error: describeError(error),
    });
  }
}

/** Items that are not events are set aside, so that they do not block the others. */
function readOutbox(items: readonly Item[], refused: Key[]): Outgoing[] {
  return items.flatMap((item) => {
    try {
      return [toOutgoing(item)];
    } catch (error) {
      const key = { pk: String(item.pk), sk: String(item.sk) };
      log('error', 'an outbox item is not an event', { ...key, error: describeError(error) });
      refused.push(key);
      return [];
    }
  });
}

/** Publishes outbox items and deletes the published ones. Never throws because of an item. */
export async function publish(items: readonly Item[]): Promise<PublishOutcome> {
  const outcome: PublishOutcome = { published: [], failed: [], refused: [] };
  const outgoing = readOutbox(items, outcome.refused);
  await forEachParallel(toBatches(outgoing), parallelBatches, (batch) => putBatch(batch, outcome));
  return outcome;
}
