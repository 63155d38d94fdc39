/** Reads notifications for other channels, and stores notifications to e-mail addresses without a user account. */

import { timeOrderedUuid } from '../../kernel/base/ids.ts';
import { type DomainEvent, outboxWrite } from '../../kernel/events/outbox.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import { getItem } from '../../kernel/table/read.ts';
import type { Write } from '../../kernel/table/write.ts';
import { subjectOfUser, toNotification } from './items.ts';
import { addressedKey, featureNotificationKey, inboxKey, type NotificationScope } from './keys.ts';
import { notificationLimits } from './limits.ts';
import { isExpired, type StoredNotification } from './notification.ts';

/** Identifies a stored notification: in the inbox of a user, or among those for holders of a feature. */
export interface NotificationLocation extends NotificationScope {
  id: string;
  recipientUserId: string | null;
}

/** Returns the current notification; undefined if it was deleted or has expired. */
export async function findNotification(
  { id, recipientUserId, ...scope }: NotificationLocation,
  nowMs: number,
): Promise<StoredNotification | undefined> {
  const key =
    recipientUserId === null
      ? featureNotificationKey(scope, id)
      : inboxKey(scope, subjectOfUser(recipientUserId), id);
  const item = await getItem(key);
  const notification = item && toNotification(item);
  return notification === undefined || isExpired(notification, nowMs) ? undefined : notification;
}

/** A notification to e-mail addresses without a user account, which have no inbox. */
export interface AddressedNotification {
  id: string;
  organizationId: string | null;
  addresses: readonly string[];
  type: string;
  title: string;
  body: string | null;
}

const entity = 'addressed_notification';
export const addressedType = 'notifications.addresses.notified';

/** Builds the writes that notify e-mail addresses without a user account, for the caller's transaction. */
export function addressedWrites(
  scope: NotificationScope,
  notice: Omit<AddressedNotification, 'id' | 'organizationId'>,
  nowMs: number,
): Write[] {
  const { tenantId, organizationId } = scope;
  const id = timeOrderedUuid(nowMs);
  const ttl = Math.ceil(nowMs / 1_000) + notificationLimits.causeDays * 86_400;
  const event: DomainEvent = {
    id,
    type: addressedType,
    tenantId,
    organizationId,
    occurredAtMs: nowMs,
    version: nowMs,
    data: { id, type: notice.type, count: notice.addresses.length, tenantId, organizationId },
  };
  const item = toItem(addressedKey({ tenantId }, id), entity, { ...notice, id, organizationId });
  return [{ put: { ...item, ttl } }, outboxWrite(event)];
}

/** Returns a notification to e-mail addresses; undefined if it has expired. */
export async function findAddressed(
  tenantId: string,
  id: string,
): Promise<AddressedNotification | undefined> {
  const item = await getItem(addressedKey({ tenantId }, id));
  return item && fromItem<AddressedNotification>(item, entity);
}
