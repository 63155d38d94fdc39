/** Events of notifications. They tell that something is there to be read, and to whom; never what it says. */
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
  'User or API key that it concerns; null when it is for the holders of a feature.',
  '3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44',
);

const notification = resourceData('notification', 'organization', {
  type: text('What kind of notification it is.', 'sales.order.overdue'),
  severity: text('How serious it is: info, warning, success or error.', 'warning'),
  status: text('What it is to its reader now.', 'unread'),
  recipientUserId,
  requiredFeature: textOrNull('Feature whose holders it concerns; null when it concerns one reader.', null),
  sourceModule: textOrNull('Module that created the notification.', 'sales'),
  sourceEntityType: textOrNull('Type of the resource it is about.', 'sales.order'),
  sourceEntityId: textOrNull('Id of the resource it is about.', 'SO-1001'),
  occurrences: field(z.int(), 'How often it was said.', 1),
  actionTaken: textOrNull('Id of the action that the reader took.', null),
});

/** Its id is that of the reader. */
const inbox = resourceData('inbox', 'tenant', {
  ids: field(z.array(z.string()), 'Notifications that were unread.', [
    '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  ]),
  recipientUserId,
});

/** Events of one notification. */
const descriptions = {
  'notifications.notification.created': 'A notification was made.',
  'notifications.notification.refreshed': 'A notification was said again: it is unread again.',
  'notifications.notification.read': 'A reader marked a notification as read.',
  'notifications.notification.dismissed': 'A reader dismissed a notification.',
  'notifications.notification.restored': 'A reader brought a dismissed notification back.',
  'notifications.notification.actioned': 'A reader took an action of a notification.',
} as const;
export type NotificationEvent = ActionIn<keyof typeof descriptions, 'notifications.notification'>;

const readerEvents = [
  ...resourceEvents(notification, descriptions),
  ...resourceEvents(inbox, {
    'notifications.inbox.read':
      'A reader marked all notifications as read; many of them may make several events.',
  }),
].map((spec) => ({ ...spec, clientBroadcast: true }));

/** Content and addresses are no part of it. */
const addresses = resourceData('notification', 'organization', {
  type: text('What kind of notification it is.', 'business_rules.rule.notified'),
  count: field(z.int(), 'How many addresses were notified.', 2),
});

/** Of addresses that are no user's: they get mails, and have no inbox. */
const addressedEvents = resourceEvents(addresses, {
  'notifications.addresses.notified':
    'Addresses that are no user’s were notified: they get e-mails where the deployment sends some.',
});

export const events = [...readerEvents, ...addressedEvents];
