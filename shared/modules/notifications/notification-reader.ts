/** Reads notifications for those who pass them on: by what an event says of them, and those for addresses of non-users. */
import { type DomainEvent, outboxWrite } from '../../kernel/events/outbox.ts';
import { timeOrderedUuid } from '../../kernel/ids/ids.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import { getItem } from '../../kernel/table/read.ts';
import type { Write } from '../../kernel/table/write.ts';
import { subjectOfUser, toNotification } from './items.ts';
import { addressedKey, inboxKey, type NoticeScope, noticeKey } from './keys.ts';
import { notificationLimits } from './limits.ts';
import { isExpired, type StoredNotification } from './notification.ts';

/** Where a notification is stored: in the inbox of one user, or with those for the holders of a feature. */
export interface NotificationLocation extends NoticeScope {
  id: string;
  recipientUserId: string | null;
}

/** The notification as it is now; undefined for one that is gone or has expired. */
export async function findNotification(
  { id, recipientUserId, ...scope }: NotificationLocation,
  nowMs: number,
): Promise<StoredNotification | undefined> {
  const key =
    recipientUserId === null ? noticeKey(scope, id) : inboxKey(scope, subjectOfUser(recipientUserId), id);
  const item = await getItem(key);
  const notification = item && toNotification(item);
  return notification === undefined || isExpired(notification, nowMs) ? undefined : notification;
}

/** What addresses get that are no user's: they have no inbox. */
export interface AddressedNotice {
  id: string;
  organizationId: string | null;
  addresses: readonly string[];
  type: string;
  title: string;
  body: string | null;
}

const entity = 'addressed_notification';
export const addressedType = 'notifications.addresses.notified';

/** The writes that notify addresses which are no user's, for a transaction that must not happen without them. */
export function addressedWrites(
  scope: NoticeScope,
  notice: Omit<AddressedNotice, 'id' | 'organizationId'>,
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

/** What addresses were notified of; undefined when that is gone. */
export async function findAddressed(tenantId: string, id: string): Promise<AddressedNotice | undefined> {
  const item = await getItem(addressedKey({ tenantId }, id));
  return item && fromItem<AddressedNotice>(item, entity);
}
