/** What readers do with their notifications. */
import * as z from 'zod/mini';
import { isDate } from '../../kernel/http/dates.ts';
import { defineEndpoint } from '../../kernel/http/endpoint-spec.ts';
import { paging } from '../../kernel/http/fields.ts';
import { idFilter, listOf, searchFilter } from '../../kernel/lists/list.ts';
import {
  base,
  ChangedNotification,
  count,
  exampleNotification,
  field,
  Notification,
  notificationId,
  notificationsPath,
  ok,
  severities,
  statuses,
} from './common-contract.ts';

/** Whose notifications these are, for the descriptions. */
const whose =
  'A user has those addressed to them, from whichever organization, and those for holders of a feature they have, ' +
  'of the selected organization and of the tenant as a whole. An API key has the latter.';

/** Several values in one query parameter, separated by commas. */
const statusList = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.split(',') : value)),
  z.array(z.enum(statuses)),
);

export const ListNotifications = z.object({
  ...paging(),
  ...idFilter(),
  ...searchFilter('title or body'),
  status: z.optional(statusList).check(
    z.meta({
      description: `Only with one of these statuses, separated by commas: ${statuses.join(', ')}. By default all but dismissed.`,
      examples: [['unread']],
    }),
  ),
  type: z.optional(field.type).check(z.meta({ description: 'Only of this type.' })),
  severity: z.optional(z.enum(severities)).check(z.meta({ description: 'Only of this severity.' })),
  sourceEntityType: z
    .optional(field.sourceEntityType)
    .check(z.meta({ description: 'Only about something of this type.' })),
  sourceEntityId: z.optional(field.sourceEntityId).check(z.meta({ description: 'Only about this.' })),
  since: z.optional(
    z
      .string()
      .check(
        z.refine((value) => isDate(value), {
          error: 'must be an ISO 8601 date such as 2026-01-01T08:00:00Z',
        }),
      )
      .check(
        z.meta({
          description: 'Only those made or refreshed at or after this moment.',
          examples: ['2026-03-01T08:00:00Z'],
        }),
      ),
  ),
});
export type ListNotifications = z.infer<typeof ListNotifications>;

export const listNotifications = defineEndpoint({
  ...base,
  operationId: 'listNotifications',
  method: 'GET',
  path: notificationsPath,
  summary: 'List the notifications of the caller',
  description: `The caller’s own notifications, the newest first. ${whose}`,
  feature: 'notifications.view',
  query: ListNotifications,
  success: { status: 200, description: 'One page of notifications.', result: listOf(Notification) },
  errors: ['page_too_large'],
  permissions: { table: ['Query'] },
  example: {
    summary: 'The first page',
    response: { items: [exampleNotification], total: 1, page: 1, pageSize: 50, totalPages: 1 },
  },
});

export const countUnreadNotifications = defineEndpoint({
  ...base,
  operationId: 'countUnreadNotifications',
  method: 'GET',
  path: `${notificationsPath}/unread-count`,
  summary: 'Count the unread notifications of the caller',
  description: `How many of the caller’s own notifications are unread. ${whose}`,
  feature: 'notifications.view',
  success: {
    status: 200,
    description: 'The count.',
    result: z.object({ unreadCount: count('Unread notifications.', 3) }),
  },
  permissions: { table: ['Query'] },
  example: { summary: 'Three are unread', response: { unreadCount: 3 } },
});

/** What every change of one notification has. */
const change = {
  ...base,
  feature: 'notifications.view',
  params: notificationId,
  success: { status: 200, description: 'The notification as it is now.', result: ChangedNotification },
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem'] },
} as const;
const changed = { ok: true, ...exampleNotification } as const;
const readAt = '2026-03-01T10:00:00.000Z';

export const readNotification = defineEndpoint({
  ...change,
  operationId: 'readNotification',
  method: 'PUT',
  path: `${notificationsPath}/{id}/read`,
  summary: 'Mark a notification as read',
  description: 'Marks it as read by the caller; one that is not unread stays as it is.',
  example: { summary: 'It is read', response: { ...changed, status: 'read', readAt } },
});

export const dismissNotification = defineEndpoint({
  ...change,
  operationId: 'dismissNotification',
  method: 'PUT',
  path: `${notificationsPath}/{id}/dismiss`,
  summary: 'Dismiss a notification',
  description:
    'Takes it out of the caller’s list and count. `status=dismissed` still lists it until it expires.',
  example: { summary: 'It is dismissed', response: { ...changed, status: 'dismissed', dismissedAt: readAt } },
});

export const restoreNotification = defineEndpoint({
  ...change,
  operationId: 'restoreNotification',
  method: 'PUT',
  path: `${notificationsPath}/{id}/restore`,
  summary: 'Bring a dismissed notification back',
  description: 'Gives it the status that it had before the caller dismissed it; any other stays as it is.',
  example: { summary: 'It is back', response: changed },
});

export const readAllNotifications = defineEndpoint({
  ...base,
  operationId: 'readAllNotifications',
  method: 'PUT',
  path: `${notificationsPath}/mark-all-read`,
  summary: 'Mark all notifications of the caller as read',
  description: `Marks what is unread as read and returns how many that were. ${whose}`,
  feature: 'notifications.view',
  success: {
    status: 200,
    description: 'All are read.',
    result: z.object({ ok, count: count('Notifications that were unread.', 3) }),
  },
  permissions: { table: ['Query', 'PutItem'] },
  example: { summary: 'Three were unread', response: { ok: true, count: 3 } },
});

export const ActOnNotification = z.object({ actionId: field.actionId });
export type ActOnNotification = z.infer<typeof ActOnNotification>;

export const actOnNotification = defineEndpoint({
  ...base,
  operationId: 'actOnNotification',
  method: 'POST',
  path: `${notificationsPath}/{id}/action`,
  summary: 'Take an action of a notification',
  description:
    'Notes that the caller took one of the actions, once, and returns where it leads. What the action means is up to ' +
    'its creator; the event `notifications.notification.actioned` tells of it.',
  feature: 'notifications.view',
  params: notificationId,
  body: ActOnNotification,
  success: {
    status: 200,
    description: 'The action is noted.',
    result: z.object({
      ok,
      result: z
        .object({
          actionId: field.actionId,
          status: z.literal('actioned').check(z.meta({ description: 'What the notification is now.' })),
          actionedAt: z
            .string()
            .check(z.meta({ description: 'When the action was noted.', format: 'date-time' })),
        })
        .check(z.meta({ description: 'What was noted.' })),
      href: z
        .nullable(field.linkHref)
        .check(
          z.meta({ description: 'Where the action leads, or else the notification; null for nowhere.' }),
        ),
    }),
  },
  errors: ['not_found', 'notification_actioned', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem'] },
  example: {
    summary: 'The order is opened',
    response: {
      ok: true,
      result: { actionId: 'open', status: 'actioned', actionedAt: readAt },
      href: '/orders/SO-1001',
    },
  },
});
