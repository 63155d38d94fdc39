/** Lists and redrives the dead letters of all queues for super admins. */

import { type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import type { Caller } from '../../../kernel/http/operation.ts';
import {
  countDeadLetters,
  type DeadLetter,
  depthOf,
  findDeadLetters,
  findRedrive,
  peekDeadLetters,
  queueNames,
} from '../../../kernel/queues/dead-letters.ts';
import { envelopeOf, findLastErrors, type LastError } from '../../../kernel/queues/last-errors.ts';
import { toItem } from '../../../kernel/table/item.ts';
import { queryAll } from '../../../kernel/table/read.ts';
import { transact } from '../../../kernel/table/write.ts';
import { RedriveUnderWayError } from '../errors.ts';
import { redriveKey, redrivesPartition } from '../keys.ts';
import type { ListDeadLetterQueues, RedriveDeadLetters } from './contract.ts';
import { deadLetterLimits } from './limits.ts';

const redriveEntity = 'redrive';

interface QueueTarget {
  queue: string;
}

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

/** The queues with unprocessed messages, the longest first. Sends one SQS request per queue. */
async function listDepths() {
  const depths = await allOf(
    queueNames().map(async (queue) => {
      const { waiting, inProgress, delayed } = await depthOf(queue);
      return { queue, waiting, inProgress, delayed };
    }),
  );
  return depths
    .filter(({ waiting, inProgress, delayed }) => waiting + inProgress + delayed > 0)
    .toSorted((a, b) => b.waiting - a.waiting);
}

/** `listQueues`, with the depths of all queues if the caller wants them. */
export async function listDeadLetterQueues(_: unknown, { withDepths = false }: ListDeadLetterQueues) {
  const [queues, depths] = await allOf([listQueues(), withDepths ? listDepths() : undefined]);
  return { ...queues, ...(depths && { depths }) };
}

function toRow({ messageId, body, sentAtMs }: DeadLetter, last: LastError | undefined, tries: number | null) {
  const { type = null, tenantId = null, organizationId = null } = envelopeOf(body) ?? {};
  const sentAt = toIso(sentAtMs);
  return {
    messageId,
    sentAt,
    type,
    tenantId,
    organizationId,
    cause: last?.cause ?? null,
    failedAt: last?.failedAt ?? null,
    tries,
    body: truncate(body, deadLetterLimits.bodyCharacters),
  };
}

/** Returns some dead letters of a queue with their causes, the earliest first. Throws NotFoundError. */
export async function listDeadLetters(_: unknown, { queue }: QueueTarget) {
  assertQueue(queue);
  const [count, letters, { maxReceives }] = await allOf([
    countDeadLetters(queue),
    peekDeadLetters(queue),
    depthOf(queue),
  ]);
  const errors = await findLastErrors(letters);
  const items = letters
    .toSorted((a, b) => a.sentAtMs - b.sentAtMs)
    .map((letter) => toRow(letter, errors.get(letter.messageId), maxReceives));
  return { queue, count, items };
}

/** The writes that record a move; `messageIds` if it moves only some messages. */
const moveOf = (queue: string, count: number, context: ChangeContext, messageIds?: readonly string[]) =>
  recordChange(
    {
      tenantId: null,
      organizationId: null,
      resource: 'platform.dead_letters',
      resourceId: queue,
      action: 'redriven',
      version: 1,
      data: { count },
      changes: messageIds ? { messageIds: { after: messageIds } } : { count: { before: count, after: 0 } },
    },
    context,
  );

/** Moves some dead letters of a queue back. Throws NotFoundError if none of them is found. */
async function redriveSome(queue: string, messageIds: readonly string[], context: ChangeContext) {
  const found = await findDeadLetters(queue, new Set(messageIds));
  const count = found.messageIds.length;
  if (count === 0) throw new NotFoundError('Dead letter');
  await transact(moveOf(queue, count, context, found.messageIds));
  await found.moveBack();
  return { ok: true as const, count };
}

/** Starts to move all dead letters of a queue back, and returns their number. Throws RedriveUnderWayError. */
async function redriveAll(queue: string, context: ChangeContext) {
  const [count, redrive] = await allOf([countDeadLetters(queue), findRedrive(queue)]);
  if (redrive.isUnderWay) throw new RedriveUnderWayError(queue);
  await transact([
    { put: toItem(redriveKey(queue), redriveEntity, { queue, redrivenAtMs: context.nowMs }) },
    ...moveOf(queue, count, context),
  ]);
  await redrive.start();
  return { ok: true as const, count };
}

/**
 * Moves dead letters of a queue back. The audit entry is written first, so that no move lacks one. Throws NotFoundError and
 * RedriveUnderWayError.
 */
export async function redriveDeadLetters(
  { context }: Pick<Caller, 'context'>,
  { queue, messageIds }: RedriveDeadLetters & QueueTarget,
) {
  assertQueue(queue);
  return messageIds === undefined ? redriveAll(queue, context) : redriveSome(queue, messageIds, context);
}
