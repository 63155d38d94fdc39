/** Creates the same notification for many users: in one transaction for up to 49, through the queue for more. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { chunksOf, forEachParallel } from '../../kernel/base/parallel.ts';
import { currentCause } from '../../kernel/events/cause.ts';
import type { Message } from '../../kernel/queues/message.ts';
import { sendMessages } from '../../kernel/queues/send.ts';
import { transact } from '../../kernel/table/write.ts';
import { insert } from './insertion-store.ts';
import type { NotificationScope } from './keys.ts';
import { notificationLimits } from './limits.ts';
import { type Draft, newNotification, type StoredNotification } from './notification.ts';

export const bulkNotificationType = 'notifications.mailing';

/** Requests that the worker creates one notification for each of the users. */
export interface BulkNotificationData {
  draft: Draft;
  userIds: readonly string[];
  atMs: number;
}
export type BulkNotificationMessage = Message<BulkNotificationData> & { tenantId: string };

const { recipients: perMessage } = notificationLimits;
/** In a story, each notification also has an edge. */
const perTransaction = (): number =>
  currentCause() === undefined
    ? notificationLimits.recipientsPerTransaction
    : notificationLimits.recipientsPerTransactionOfStory;
/** Parallel transactions of one bulk notification. Each costs two hundred write units. */
const parallelTransactions = 4;

/** Builds the notifications of a bulk notification. Their ids derive from its id, so that a repetition creates no others. */
const notificationsOf = (
  id: string,
  scope: NotificationScope,
  { draft, userIds, atMs }: BulkNotificationData,
) => userIds.map((userId) => newNotification(draft, scope, { userId }, atMs, id));

function toMessage(
  id: string,
  { tenantId, organizationId }: NotificationScope,
  data: BulkNotificationData,
): BulkNotificationMessage {
  const idempotencyKey = `${tenantId}:${id}`;
  const cause = currentCause();
  const head = { v: 1 as const, id, type: bulkNotificationType, tenantId, organizationId, idempotencyKey };
  return { ...head, ...(cause && { cause }), data };
}

/**
 * Creates the notification for each of the users and returns the ids. Up to 49 are written in one transaction. More are
 * sent to the queue in messages of a thousand each, whose worker creates them. Repeated calls with the same `cause` or
 * with the name of the same request create nothing.
 */
export async function fanOutTo(
  userIds: readonly string[],
  draft: Draft,
  scope: NotificationScope,
  { nowMs, cause, once }: Pick<ChangeContext, 'nowMs' | 'once'> & { cause?: string | undefined },
): Promise<string[]> {
  const id = cause ?? once?.name ?? randomUUID();
  const more = once?.remember({ resource: bulkNotificationType, resourceId: id, version: 1 }) ?? [];
  const distinct = [...new Set(userIds)];
  const notifications = notificationsOf(id, scope, { draft, userIds: distinct, atMs: nowMs });
  if (notifications.length === 0) return [];
  if (notifications.length <= perTransaction()) {
    await insert(scope, notifications, { nowMs, more, ...(cause !== undefined && { causes: [cause] }) });
  } else {
    const messages = chunksOf(distinct, perMessage).map((chunk, index) =>
      toMessage(`${id}-${index}`, scope, { draft, userIds: chunk, atMs: nowMs }),
    );
    await sendMessages(
      'notifications',
      messages.map((message) => ({ message })),
    );
    // Afterwards: a repetition before it sends the messages again, which then create nothing.
    if (more.length > 0) await transact(more);
  }
  return notifications.map((notification) => notification.id);
}

/** The ids that `fanOutTo` returned for a bulk notification with this id. */
export function idsOfBulk(
  id: string,
  scope: NotificationScope,
  draft: Draft,
  userIds: readonly string[],
): string[] {
  const data = { draft, userIds: [...new Set(userIds)], atMs: 0 };
  return notificationsOf(id, scope, data).map((notification) => notification.id);
}

/** Creates the notifications of a message. A repeated message creates nothing. */
export async function deliverBulkNotification({
  id,
  tenantId,
  organizationId,
  data,
}: BulkNotificationMessage): Promise<void> {
  const scope = { tenantId, organizationId };
  // The ids that callers received derive from the id of the bulk notification, without the index of the message.
  const bulkId = id.slice(0, id.lastIndexOf('-'));
  const chunks: [number, StoredNotification[]][] = [
    ...chunksOf(notificationsOf(bulkId, scope, data), perTransaction()).entries(),
  ];
  await forEachParallel(chunks, parallelTransactions, ([index, chunk]) =>
    insert(scope, chunk, { nowMs: data.atMs, causes: [`${id}-${index}`] }),
  );
}
