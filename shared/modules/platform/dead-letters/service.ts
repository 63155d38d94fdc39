/** Dead letters of all queues, as super admins see them and bring them back. */

import { type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import {
  countDeadLetters,
  type DeadLetter,
  findRedrive,
  peekDeadLetters,
  queueNames,
} from '../../../kernel/queues/dead-letters.ts';
import { type Message, parseMessage } from '../../../kernel/queues/message.ts';
import { allOf } from '../../../kernel/table/parallel.ts';
import { transact } from '../../../kernel/table/write.ts';
import { truncate } from '../../../kernel/text/text.ts';
import { toIso } from '../../../kernel/text/times.ts';
import { RedriveUnderWayError } from '../errors.ts';
import { deadLetterLimits } from './limits.ts';

/** Throws NotFoundError for a name that no queue has. */
function assertQueue(queue: string): void {
  if (!queueNames().includes(queue)) throw new NotFoundError('Queue');
}

/** Queues with dead letters, those with most of them first. One request of SQS for each queue. */
export async function listQueues() {
  const counted = await allOf(
    queueNames().map(async (queue) => ({ queue, count: await countDeadLetters(queue) })),
  );
  const items = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  return { items, total: items.reduce((sum, { count }) => sum + count, 0) };
}

/** The envelope of a message; undefined for one that is none, which may be why it is here. */
function envelopeOf(body: string): Message | undefined {
  try {
    return parseMessage(body);
  } catch {
    return undefined;
  }
}

function toShown({ messageId, body, sentAtMs }: DeadLetter) {
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

/** Some of the dead letters of a queue, the earliest first. Throws NotFoundError. */
export async function listMessages(queue: string) {
  assertQueue(queue);
  const [count, letters] = await allOf([countDeadLetters(queue), peekDeadLetters(queue)]);
  return { queue, count, items: letters.toSorted((a, b) => a.sentAtMs - b.sentAtMs).map(toShown) };
}

/**
 * Begins to move the dead letters of a queue back, and returns how many there are. The audit entry is written first: a move
 * is never without one. Throws NotFoundError and RedriveUnderWayError.
 */
export async function redriveQueue(queue: string, context: ChangeContext) {
  assertQueue(queue);
  const [count, redrive] = await allOf([countDeadLetters(queue), findRedrive(queue)]);
  if (redrive.isUnderWay) throw new RedriveUnderWayError(queue);
  await transact(
    recordChange(
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
  );
  await redrive.start();
  return { ok: true as const, count };
}
