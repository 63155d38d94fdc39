/** Waiting work of the system: messages in queues that functions read, and events in the outbox. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PurgeQueueCommand } from '@aws-sdk/client-sqs';
import { outboxPartition, outboxShards } from '../../../../shared/kernel/table/keys.ts';
import { queryAll } from '../../../../shared/kernel/table/read.ts';
import type { QueueStatus } from '../../../local/messaging.ts';
import type { Platform } from '../platform.ts';

/** The platform has no consumer of it; teams add their own. */
const teamsQueue = 'jobs';
export interface Waiting {
  /** Messages by queue, and events in the outbox. */
  depths: Record<string, number>;
  /** Without messages that are due later. */
  overdue: number;
  /** Messages in dead-letter queues, by queue. */
  deadLetters: Record<string, number>;
}

/** Reads every queue and the outbox, and removes messages for a team's own consumer. */
export async function waitingIn({ controlUrl, queues }: Platform): Promise<Waiting> {
  const response = await fetch(`${controlUrl}/queues`);
  const { queues: all } = (await response.json()) as { queues: QueueStatus[] };
  const { sqs, queueUrl } = queues();
  // SQS accepts one purge per minute; calls in between are refused.
  await sqs.send(new PurgeQueueCommand({ QueueUrl: queueUrl(teamsQueue) })).catch(() => undefined);
  sqs.destroy();
  const shards = await Promise.all(
    Array.from({ length: outboxShards }, (_, shard) =>
      queryAll({ pk: outboxPartition(shard), consistent: false }),
    ),
  );
  const ours = all.filter(({ name }) => name !== teamsQueue);
  const events = shards.reduce((sum, items) => sum + items.length, 0);
  return {
    overdue: ours.reduce((sum, { visible, inFlight }) => sum + visible + inFlight, events),
    depths: {
      ...Object.fromEntries(
        ours.map(({ name, visible, delayed, inFlight }) => [name, visible + delayed + inFlight]),
      ),
      outbox: events,
    },
    deadLetters: Object.fromEntries(
      ours.flatMap(({ name, deadLetters }) => (deadLetters === undefined ? [] : [[name, deadLetters]])),
    ),
  };
}

export const totalOf = (depths: Readonly<Record<string, number>>): number =>
  Object.values(depths).reduce((sum, depth) => sum + depth, 0);

/** Messages that come and go in an idle system. */
const unsettled = 5;

/** Waits until no work is left, so that one load does not affect the next. Returns the number of remaining messages. */
export async function waitUntilIdle(
  platform: Platform,
  withinSeconds: number,
  pauseMs = 250,
): Promise<number> {
  for (const untilMs = Date.now() + withinSeconds * 1_000; ; await sleep(pauseMs)) {
    const { overdue } = await waitingIn(platform);
    if (overdue <= unsettled) return 0;
    if (Date.now() > untilMs) return overdue;
  }
}
