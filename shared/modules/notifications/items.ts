/**
 * Items of notifications. A notification for one user is stored in the user's inbox, a notification for the holders of a
 * feature once per organization. The state of a reader is a separate item in the reader's inbox, so that readers
 * conflict neither with each other nor with a refresh. All items expire.
 */
import { randomUUID } from 'node:crypto';
import { parseJson, toJson } from '../../kernel/base/json.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import type { DomainEvent } from '../../kernel/events/outbox.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key } from '../../kernel/table/keys.ts';
import type { Item } from '../../kernel/table/read.ts';
import type { NotificationEvent } from './events.ts';
import { featureNotificationKey, inboxKey, readerStateKey } from './keys.ts';
import type { StoredNotification } from './notification.ts';
import { type ReaderState, unread } from './reader-state.ts';

export const entity = 'notification';
export const stateEntity = 'notification_state';

/** The stored state of a reader. */
export interface StoredReaderState extends ReaderState {
  id: string;
  /** Revision of the notification to which the state belongs; a refresh resets the state. */
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
    ? featureNotificationKey(notification, id)
    : inboxKey(notification, subjectOfUser(recipientUserId), id);
}

/** The kind of notifications in stories. */
export const notificationKind = 'notification';

/** The node of a notification that is created or refreshed now. */
export const notificationNode = (
  { tenantId, organizationId, id, recipientUserId }: StoredNotification,
  nowMs: number,
) => ({ ...{ tenantId, organizationId, kind: notificationKind, id, atMs: nowMs }, ref: { recipientUserId } });

export function toNotificationItem({ revision, ...notification }: StoredNotification): Key & Item {
  const { title, body, titleKey, bodyKey, titleVariables, bodyVariables, ...rest } = notification;
  const { icon, actions, primaryActionId, linkHref, ...attributes } = rest;
  // As JSON text, because variables may contain numbers that DynamoDB cannot store.
  const content = toJson({
    ...{ title, body, titleKey, bodyKey, titleVariables, bodyVariables },
    ...{ icon, actions, primaryActionId, linkHref },
  });
  const key = keyOf({ ...notification, revision });
  return { ...toItem(key, entity, { ...attributes, content }, { revision }), ttl: ttlOf(notification) };
}

export function toNotification(item: Item): StoredNotification {
  const { content, ...attributes } = fromItem<StoredNotification & { content: string }>(item, entity);
  return { ...attributes, ...parseJson(content) };
}

export const toReaderState = (item: Item): StoredReaderState =>
  fromItem<StoredReaderState>(item, stateEntity);

/** Converts the state of a reader to an item of the reader's inbox. */
export function toReaderStateItem(
  scope: TenantScope,
  subject: string,
  { revision, ...state }: StoredReaderState,
): Key & Item {
  const key = readerStateKey(scope, subject, state.id);
  return { ...toItem(key, stateEntity, state, { revision }), ttl: ttlOf(state) };
}

/** Builds the event of a notification; `reader` is set for an action of a single reader. */
export function notificationEvent(
  action: NotificationEvent,
  notification: StoredNotification,
  { nowMs, version, ...options }: { nowMs: number; version: number; state?: ReaderState; reader?: string },
): DomainEvent {
  const { state = unread, reader } = options;
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
      ...{ id, type, severity, status: state.status, occurrences, actionTaken: state.actionTaken },
      ...{ sourceModule, sourceEntityType, sourceEntityId, tenantId, organizationId },
      recipientUserId: reader ?? notification.recipientUserId,
      requiredFeature: reader === undefined ? notification.requiredFeature : null,
    },
  };
}
