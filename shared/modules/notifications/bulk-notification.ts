/** The same notification for many users: in one transaction for some, through the queue for more. */
import { randomUUID } from 'node:crypto';
import type { Message } from '../../kernel/queues/message.ts';
import { sendMessages } from '../../kernel/queues/send.ts';
import { chunksOf, forEachParallel } from '../../kernel/table/parallel.ts';
import { insert } from './insertion-store.ts';
import type { NoticeScope } from './keys.ts';
import { notificationLimits } from './limits.ts';
import { type Draft, newNotification, type StoredNotification } from './notification.ts';

export const bulkNotificationType = 'notifications.mailing';

/** Asks the worker for one notification for each of the users. */
export interface BulkNotificationData {
  draft: Draft;
  userIds: readonly string[];
  atMs: number;
}
export type BulkNotificationMessage = Message<BulkNotificationData> & { tenantId: string };

const { recipients: perMessage, recipientsPerTransaction: perTransaction } = notificationLimits;
/** Transactions of one mailing at a time: each is two hundred write units. */
const parallelTransactions = 4;

/** What a mailing makes; the ids follow from its own, so that making them again makes no others. */
const notificationsOf = (id: string, scope: NoticeScope, { draft, userIds, atMs }: BulkNotificationData) =>
  userIds.map((userId) => newNotification(draft, scope, { userId }, atMs, id));

function toMessage(
  id: string,
  { tenantId, organizationId }: NoticeScope,
  data: BulkNotificationData,
): BulkNotificationMessage {
  const idempotencyKey = `${tenantId}:${id}`;
  return { v: 1, id, type: bulkNotificationType, tenantId, organizationId, idempotencyKey, data };
}

/**
 * Makes the notification for each of the users and returns the ids. Up to 49 are one transaction. More are one message
 * per thousand: once the queue has it, its worker makes all of them. `cause` names what it is made for: nothing is made
 * twice for the same one.
 */
export async function fanOutTo(
  userIds: readonly string[],
  draft: Draft,
  scope: NoticeScope,
  nowMs: number,
  cause?: string,
): Promise<string[]> {
  const id = cause ?? randomUUID();
  const distinct = [...new Set(userIds)];
  const notifications = notificationsOf(id, scope, { draft, userIds: distinct, atMs: nowMs });
  if (notifications.length === 0) return [];
  if (notifications.length <= perTransaction) {
    await insert(scope, notifications, { nowMs, ...(cause !== undefined && { causes: [cause] }) });
  } else {
    const messages = chunksOf(distinct, perMessage).map((chunk, index) =>
      toMessage(`${id}-${index}`, scope, { draft, userIds: chunk, atMs: nowMs }),
    );
    await sendMessages(
      'notifications',
      messages.map((message) => ({ message })),
    );
  }
  return notifications.map((notification) => notification.id);
}

/** Makes what a message asks for; what an earlier copy of the message made stays as it is. */
export async function deliverBulkNotification({
  id,
  tenantId,
  organizationId,
  data,
}: BulkNotificationMessage): Promise<void> {
  const scope = { tenantId, organizationId };
  // The ids that were answered follow from the mailing as a whole.
  const mailingId = id.slice(0, id.lastIndexOf('-'));
  const chunks: [number, StoredNotification[]][] = [
    ...chunksOf(notificationsOf(mailingId, scope, data), perTransaction).entries(),
  ];
  await forEachParallel(chunks, parallelTransactions, ([index, chunk]) =>
    insert(scope, chunk, { nowMs: data.atMs, causes: [`${id}-${index}`] }),
  );
}
