/**
 * How notifications lie in the table. Those of one user lie in the user's inbox; one for the holders of a feature lies
 * once with the notices of its organization. What a reader made of either is an item of its own in the reader's inbox,
 * so that readers do not conflict with each other or with a refresh. All of it expires.
 */
import { randomUUID } from 'node:crypto';
import type { TenantScope } from '../../kernel/auth/principal.ts';
import type { DomainEvent } from '../../kernel/events/outbox.ts';
import { toJson } from '../../kernel/http/json.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key } from '../../kernel/table/keys.ts';
import type { Item } from '../../kernel/table/read.ts';
import type { NotificationEvent } from './events.ts';
import { inboxKey, noticeKey, readerStateKey } from './keys.ts';
import type { StoredNotification } from './notification.ts';
import { type ReaderState, unread } from './reader-state.ts';

export const entity = 'notification';
export const stateEntity = 'notification_state';

/** What a reader made of a notification, and of which revision of it. */
export interface StoredReading extends ReaderState {
  id: string;
  of: number;
  expiresAtMs: number;
  revision: number;
}

export const subjectOfUser = (userId: string): string => `user:${userId}`;
export const idOfSubject = (subject: string): string => subject.split(':')[1] ?? subject;

const ttlOf = ({ expiresAtMs }: { expiresAtMs: number }): number => Math.ceil(expiresAtMs / 1_000);

export function keyOf(notification: StoredNotification): Key {
  const { id, recipientUserId } = notification;
  return recipientUserId === null
    ? noticeKey(notification, id)
    : inboxKey(notification, subjectOfUser(recipientUserId), id);
}

export function toNotificationItem({ revision, ...notification }: StoredNotification): Key & Item {
  const { title, body, titleKey, bodyKey, titleVariables, bodyVariables, ...rest } = notification;
  const { icon, actions, primaryActionId, linkHref, ...facts } = rest;
  // As text: variables may hold numbers that DynamoDB has not.
  const content = toJson({
    ...{ title, body, titleKey, bodyKey, titleVariables, bodyVariables },
    ...{ icon, actions, primaryActionId, linkHref },
  });
  const key = keyOf({ ...notification, revision });
  return { ...toItem(key, entity, { ...facts, content }, { revision }), ttl: ttlOf(notification) };
}

export function toNotification(item: Item): StoredNotification {
  const { content, ...facts } = fromItem<StoredNotification & { content: string }>(item, entity);
  return { ...facts, ...JSON.parse(content) };
}

export const toReading = (item: Item): StoredReading => fromItem<StoredReading>(item, stateEntity);

/** What a reader made of a notification, as an item of the reader's inbox. */
export function toReadingItem(
  scope: TenantScope,
  subject: string,
  { revision, ...reading }: StoredReading,
): Key & Item {
  const key = readerStateKey(scope, subject, reading.id);
  return { ...toItem(key, stateEntity, reading, { revision }), ttl: ttlOf(reading) };
}

/** The event of a notification; `reader` is set for what only that reader did. */
export function notificationEvent(
  action: NotificationEvent,
  notification: StoredNotification,
  { nowMs, version, ...more }: { nowMs: number; version: number; reading?: ReaderState; reader?: string },
): DomainEvent {
  const { reading = unread, reader } = more;
  const { id, tenantId, organizationId, type, severity, occurrences } = notification;
  const { sourceModule, sourceEntityType, sourceEntityId } = notification;
  return {
    id: randomUUID(),
    type: `notifications.notification.${action}`,
    tenantId,
    organizationId,
    occurredAtMs: nowMs,
    version,
    data: {
      ...{ id, type, severity, status: reading.status, occurrences, actionTaken: reading.actionTaken },
      ...{ sourceModule, sourceEntityType, sourceEntityId, tenantId, organizationId },
      recipientUserId: reader ?? notification.recipientUserId,
      requiredFeature: reader === undefined ? notification.requiredFeature : null,
    },
  };
}
