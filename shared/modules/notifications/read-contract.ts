/** The endpoints by which readers list and change their notifications. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, count, paging, queryChoices, timestamp } from '../../kernel/http/fields.ts';
import { fromField } from '../../kernel/http/time-range.ts';
import { idFilter, listOf, searchFilter } from '../../kernel/lists/list.ts';
import {
  base,
  ChangedNotification,
  field,
  Notification,
  notificationId,
  notificationsPath,
  ok,
  severities,
  statuses,
} from './notification-contract.ts';

/** Explains in descriptions which notifications a caller receives. */
const recipientRules =
  'A user receives notifications addressed to them in any organization, and notifications for holders of their ' +
  'features in the selected organization and in the whole tenant. An API key receives only the latter.';

export const ListNotifications = z.object({
  ...paging(),
  ...idFilter(),
  ...searchFilter('title or body'),
  status: z
    .optional(queryChoices(statuses))
    .check(
      about(
        `Only notifications with one of these statuses, separated by commas: ${statuses.join(', ')}. Default: all except dismissed.`,
        ['unread'],
      ),
    ),
  type: z.optional(field.type).check(about('Only notifications of this type.')),
  severity: z.optional(z.enum(severities)).check(about('Only notifications of this severity.')),
  sourceEntityType: z
    .optional(field.sourceEntityType)
    .check(about('Only notifications about this resource type.')),
  sourceEntityId: z
    .optional(field.sourceEntityId)
    .check(about('Only notifications about the resource with this id.')),
  since: z.optional(fromField('Only notifications created or refreshed at or after this time.')),
});
export type ListNotifications = z.infer<typeof ListNotifications>;

export const listNotifications = defineEndpoint({
  ...base,
  ...operation('listNotifications', 'GET', notificationsPath),
  summary: 'List the notifications of the caller',
  description: `Returns the caller’s notifications, newest first. ${recipientRules}`,
  feature: 'notifications.view',
  query: ListNotifications,
  success: returns(listOf(Notification)),
  errors: ['page_too_large'],
  permissions: { table: ['Query'] },
});

export const countUnreadNotifications = defineEndpoint({
  ...base,
  ...operation('countUnreadNotifications', 'GET', `${notificationsPath}/unread-count`),
  summary: 'Count the unread notifications of the caller',
  description: `Returns how many of the caller’s notifications are unread. ${recipientRules}`,
  feature: 'notifications.view',
  success: returns(z.object({ unreadCount: count('Unread notifications.', 3) })),
  permissions: { table: ['Query'] },
});

/** Common parts of the endpoints that change one notification. */
const change = {
  ...base,
  feature: 'notifications.view',
  params: notificationId,
  success: returns(ChangedNotification),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem'] },
} as const;

export const readNotification = defineEndpoint({
  ...change,
  ...operation('readNotification', 'PUT', `${notificationsPath}/{id}/read`),
  summary: 'Mark a notification as read',
  description:
    'Marks the notification as read by the caller. A notification that is not unread does not change.',
});

export const dismissNotification = defineEndpoint({
  ...change,
  ...operation('dismissNotification', 'PUT', `${notificationsPath}/{id}/dismiss`),
  summary: 'Dismiss a notification',
  description:
    'Removes the notification from the caller’s list and count. `status=dismissed` lists it until it expires.',
});

export const restoreNotification = defineEndpoint({
  ...change,
  ...operation('restoreNotification', 'PUT', `${notificationsPath}/{id}/restore`),
  summary: 'Restore a dismissed notification',
  description:
    'Restores the status that the notification had before the caller dismissed it. A notification that is not ' +
    'dismissed does not change.',
});

export const readAllNotifications = defineEndpoint({
  ...base,
  ...operation('readAllNotifications', 'PUT', `${notificationsPath}/mark-all-read`),
  summary: 'Mark all notifications of the caller as read',
  description: `Marks all unread notifications as read and returns their number. ${recipientRules}`,
  feature: 'notifications.view',
  success: returns(z.object({ ok, count: count('Number of notifications that were unread.', 3) })),
  permissions: { table: ['Query', 'PutItem'] },
});

export const ActOnNotification = z.object({ actionId: field.actionId });
export type ActOnNotification = z.infer<typeof ActOnNotification>;

export const actOnNotification = defineEndpoint({
  ...base,
  ...operation('actOnNotification', 'POST', `${notificationsPath}/{id}/action`),
  summary: 'Act on a notification',
  description:
    'Records that the caller took one of the actions, once, and returns the link of the action. The creator of ' +
    'the notification defines what the action means and receives the event ' +
    '`notifications.notification.actioned`.',
  feature: 'notifications.view',
  params: notificationId,
  body: ActOnNotification,
  success: returns(
    z.object({
      ok,
      result: z
        .object({
          actionId: field.actionId,
          status: z.literal('actioned').check(about('New status of the notification.')),
          actionedAt: timestamp('When the action was recorded.'),
        })
        .check(about('The recorded action.')),
      href: z
        .nullable(field.linkHref)
        .check(about('Link of the action, otherwise of the notification; null if neither has a link.')),
    }),
  ),
  errors: ['not_found', 'notification_actioned', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem'] },
});
