/** Schemas that the contracts of this module share. */
import * as z from 'zod/mini';
import { toJson } from '../../kernel/base/json.ts';
import {
  about,
  alwaysTrue,
  nameText,
  text,
  timestamp,
  timestampOrNull,
  uuid,
} from '../../kernel/http/fields.ts';
import { isSameOriginPath } from './href.ts';
import { notificationLimits } from './limits.ts';

export const base = { module: 'notifications', auth: 'caller', scope: 'tenant' } as const;
export const notificationsPath = '/api/notifications';

export const severities = ['info', 'warning', 'success', 'error'] as const;
export type Severity = (typeof severities)[number];
export const statuses = ['unread', 'read', 'actioned', 'dismissed'] as const;
export type Status = (typeof statuses)[number];

const textField = (description: string, example: string, max: number = notificationLimits.name) =>
  text(max).check(about(description, example));

const href = (description: string, example: string) =>
  text(notificationLimits.href)
    .check(
      z.refine((value) => isSameOriginPath(value), {
        error: 'must be a path on the same host, such as /orders/SO-1001',
      }),
    )
    .check(about(description, example));

const fitsVariables = (value: unknown): boolean =>
  Buffer.byteLength(toJson(value)) <= notificationLimits.variablesBytes;

const variables = (fieldName: string) =>
  z
    .record(text(notificationLimits.name), z.union([text(notificationLimits.body, 0), z.number()]))
    .check(
      z.refine((value) => fitsVariables(value), {
        error: `must have at most ${notificationLimits.variablesBytes} bytes as JSON`,
      }),
    )
    .check(about(`Values for the translation of the ${fieldName}.`, { order: 'SO-1001' }));

/** The content of one notification. */
export const field = {
  type: text(notificationLimits.type)
    .check(z.regex(/^[\w-]+(\.[\w-]+)*$/, { error: 'must be names separated by dots' }))
    .check(about('Type of the notification.', 'sales.order.overdue')),
  severity: z.enum(severities).check(about('Severity of the notification.', 'warning')),
  title: nameText(notificationLimits.title).check(
    about('Title of the notification, one line.', 'Order SO-1001 is overdue'),
  ),
  body: textField('Text of the notification.', 'It should have left on Monday.', notificationLimits.body),
  titleKey: textField('Translation key of the title.', 'sales.order.overdue.title'),
  bodyKey: textField('Translation key of the body.', 'sales.order.overdue.body'),
  titleVariables: variables('title'),
  bodyVariables: variables('body'),
  icon: textField('Name of the icon.', 'truck', notificationLimits.icon),
  sourceModule: textField('Module that created the notification.', 'sales'),
  sourceEntityType: textField('Type of the resource of the notification.', 'sales.order'),
  sourceEntityId: textField('Id of the resource of the notification.', 'SO-1001'),
  linkHref: href('Link of the notification: a path on the same host.', '/orders/SO-1001'),
  groupKey: textField(
    'Groups notifications: a new notification refreshes an active one with the same recipient, type and group key.',
    'order-SO-1001',
  ),
  actionId: textField('Id of the action.', 'open', notificationLimits.actionId),
  actionLabel: textField('Label of the action.', 'Open the order'),
  actionLabelKey: textField('Translation key of the label.', 'sales.order.open'),
  actionIcon: textField('Name of the icon.', 'eye', notificationLimits.icon),
  actionHref: href('Link of the action: a path on the same host.', '/orders/SO-1001'),
};

/** The field in responses, where absent values are null. */
const orNull = <S extends z.ZodMiniType>(schema: S) => z.nullable(schema);

export const NotificationAction = z
  .object({
    id: field.actionId,
    label: field.actionLabel,
    labelKey: orNull(field.actionLabelKey),
    icon: orNull(field.actionIcon),
    href: orNull(field.actionHref),
  })
  .check(z.meta({ id: 'NotificationAction', description: 'An action of a notification.' }));
export type NotificationAction = z.infer<typeof NotificationAction>;

const shape = {
  id: uuid('Id of the notification.'),
  type: field.type,
  title: field.title.check(about('Title, one line; the translation key if there is no text.')),
  body: orNull(field.body),
  titleKey: orNull(field.titleKey),
  bodyKey: orNull(field.bodyKey),
  titleVariables: orNull(field.titleVariables),
  bodyVariables: orNull(field.bodyVariables),
  icon: orNull(field.icon),
  severity: field.severity,
  status: z
    .enum(statuses)
    .check(about('Status for the caller; other readers can have other statuses.', 'unread')),
  actions: z.array(NotificationAction).check(about('Actions that the reader can take.')),
  primaryActionId: orNull(field.actionId),
  sourceModule: orNull(field.sourceModule),
  sourceEntityType: orNull(field.sourceEntityType),
  sourceEntityId: orNull(field.sourceEntityId),
  linkHref: orNull(field.linkHref),
  groupKey: orNull(field.groupKey),
  occurrences: z.int().check(about('Number of occurrences; always 1 without a group key.', 1)),
  requiredFeature: z
    .nullable(z.string())
    .check(
      about('Feature whose holders are the recipients; null if the caller is the only recipient.', null),
    ),
  organizationId: z.nullable(uuid('Organization of the notification; null for the whole tenant.')),
  createdAt: timestamp('When the notification was created or last refreshed.'),
  firstOccurredAt: timestamp('When the notification was created.'),
  expiresAt: timestamp('When the notification expires.'),
  readAt: timestampOrNull('When the caller read the notification.'),
  actionedAt: timestampOrNull('When the caller took an action.'),
  dismissedAt: timestampOrNull('When the caller dismissed the notification.'),
  actionTaken: z.nullable(z.string()).check(about('Id of the action that the caller took.', null)),
  version: z
    .int()
    .check(
      about(
        'Increases with every change. Send `If-Match: "<version>"` to change only this version.',
        1_772_357_400_000,
      ),
    ),
};

export const Notification = z
  .object(shape)
  .check(z.meta({ id: 'Notification', description: 'A notification as its reader sees it.' }));
export type Notification = z.infer<typeof Notification>;

export const ok = alwaysTrue();

export const ChangedNotification = z
  .object({ ok, ...shape })
  .check(z.meta({ id: 'ChangedNotification', description: 'The notification after the change.' }));

export const notificationId = z.object({ id: uuid('Id of the notification.') });
