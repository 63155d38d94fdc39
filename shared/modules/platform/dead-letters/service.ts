/** Lists and redrives the dead letters of all queues for super admins. */

import { type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import {
  countDeadLetters,
  type DeadLetter,
  findRedrive,
  peekDeadLetters,
  queueNames,
} from '../../../kernel/queues/dead-letters.ts';
import { type Message, parseMessage } from '../../../kernel/queues/message.ts';
import { toItem } from '../../../kernel/table/item.ts';
import { queryAll } from '../../../kernel/table/read.ts';
import { transact } from '../../../kernel/table/write.ts';
import { RedriveUnderWayError } from '../errors.ts';
import { redriveKey, redrivesPartition } from '../keys.ts';
import { deadLetterLimits } from './limits.ts';

const redriveEntity = 'redrive';

/** When the dead letters of each queue were last moved back, in milliseconds. One Query. */
export async function lastRedrives(): Promise<Map<string, number>> {
  const items = await queryAll({ pk: redrivesPartition, consistent: true });
  return new Map(items.map(({ queue, redrivenAtMs }) => [String(queue), Number(redrivenAtMs)]));
}

/** Throws NotFoundError for an unknown queue. */
function assertQueue(queue: string): void {
  if (!queueNames().includes(queue)) throw new NotFoundError('Queue');
}

/** Returns the queues that have dead letters, the largest count first. Sends one SQS request per queue. */
export async function listQueues() {
  const counts = await allOf(
    queueNames().map(async (queue) => ({ queue, count: await countDeadLetters(queue) })),
  );
  const items = counts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  return { items, total: items.reduce((sum, { count }) => sum + count, 0) };
}

/** Parses the envelope of a message. Returns undefined for an invalid one, which may be why processing failed. */
function envelopeOf(body: string): Message | undefined {
  try {
    return parseMessage(body);
  } catch {
    return undefined;
  }
}

function toRow({ messageId, body, sentAtMs }: DeadLetter) {
  const { type = null, tenantId = null, organizationId = null } = envelopeOf(body) ?? {};
  const sentAt = toIso(sentAtMs);
  return {
    messageId,
    sentAt,
    type,
    tenantId,
    organizationId,
    body: truncate(body, deadLetterLimits.bodyCharacters),
  };
}

/** Returns some dead letters of a queue, the earliest first. Throws NotFoundError. */
export async function listMessages(queue: string) {
  assertQueue(queue);
  const [count, letters] = await allOf([countDeadLetters(queue), peekDeadLetters(queue)]);
  return { queue, count, items: letters.toSorted((a, b) => a.sentAtMs - b.sentAtMs).map(toRow) };
}

/**
 * Starts to move the dead letters of a queue back, and returns their number. The audit entry is written first, so that
 * no move lacks one. Throws NotFoundError and RedriveUnderWayError.
 */
export async function redriveQueue(queue: string, context: ChangeContext) {
  assertQueue(queue);
  const [count, redrive] = await allOf([countDeadLetters(queue), findRedrive(queue)]);
  if (redrive.isUnderWay) throw new RedriveUnderWayError(queue);
  await transact([
    { put: toItem(redriveKey(queue), redriveEntity, { queue, redrivenAtMs: context.nowMs }) },
    ...recordChange(
      {
        tenantId: null,
        organizationId: null,
        resource: 'platform.dead_letters',
        resourceId: queue,
        action: 'redriven',
        version: 1,
        data: { count },
        changes: { count: { before: count, after: 0 } },
      },
      context,
    ),
  ]);
  await redrive.start();
  return { ok: true as const, count };
}
