/** Events of notifications. They contain recipient and status, but never the text. */
import * as z from 'zod/mini';
import {
  type ActionIn,
  field,
  resourceData,
  resourceEvents,
  text,
  textOrNull,
} from '../../kernel/events/definition.ts';

const recipientUserId = textOrNull(
  'User or API key; null for a notification to the holders of a feature.',
  '3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44',
);

const notification = resourceData('notification', 'organization', {
  type: text('Type of the notification.', 'sales.order.overdue'),
  severity: text('Severity: info, warning, success or error.', 'warning'),
  status: text('Current status for the reader.', 'unread'),
  recipientUserId,
  requiredFeature: textOrNull('Feature whose holders are the recipients; null for a single recipient.', null),
  sourceModule: textOrNull('Module that created the notification.', 'sales'),
  sourceEntityType: textOrNull('Type of the resource of the notification.', 'sales.order'),
  sourceEntityId: textOrNull('Id of the resource of the notification.', 'SO-1001'),
  occurrences: field(z.int(), 'Number of occurrences.', 1),
  actionTaken: textOrNull('Id of the action that the reader took.', null),
});

/** The id of an inbox is the id of its reader. */
const inbox = resourceData('inbox', 'tenant', {
  ids: field(z.array(z.string()), 'Notifications that were unread.', [
    '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  ]),
  recipientUserId,
});

/** Events of one notification. */
const descriptions = {
  'notifications.notification.created': 'A notification was created.',
  'notifications.notification.refreshed': 'A notification occurred again and is unread again.',
  'notifications.notification.read': 'A reader marked a notification as read.',
  'notifications.notification.dismissed': 'A reader dismissed a notification.',
  'notifications.notification.restored': 'A reader restored a dismissed notification.',
  'notifications.notification.actioned': 'A reader took an action of a notification.',
} as const;
export type NotificationEvent = ActionIn<keyof typeof descriptions, 'notifications.notification'>;

const readerEvents = [
  ...resourceEvents(notification, descriptions),
  ...resourceEvents(inbox, {
    'notifications.inbox.read':
      'A reader marked all notifications as read. A large number is published in several events.',
  }),
].map((spec) => ({ ...spec, clientBroadcast: true }));

/** The event contains neither content nor addresses. */
const addresses = resourceData('notification', 'organization', {
  type: text('Type of the notification.', 'business_rules.rule.notified'),
  count: field(z.int(), 'Number of notified addresses.', 2),
});

/** Notifications to addresses without a user account, which have no inbox and receive e-mails. */
const addressedEvents = resourceEvents(addresses, {
  'notifications.addresses.notified':
    'E-mail addresses without a user account were notified. They receive e-mails if the deployment sends any.',
});

export const events = [...readerEvents, ...addressedEvents];
