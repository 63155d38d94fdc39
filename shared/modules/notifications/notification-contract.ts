/** What the contracts of reading and of creating notifications share. */
import * as z from 'zod/mini';
import { text, timestamp, uuid } from '../../kernel/http/fields.ts';
import { toJson } from '../../kernel/http/json.ts';
import { isSameOriginPath } from './href.ts';
import { notificationLimits } from './limits.ts';

export const base = { module: 'notifications', auth: 'caller', scope: 'tenant' } as const;
export const notificationsPath = '/api/notifications';

export const severities = ['info', 'warning', 'success', 'error'] as const;
export type Severity = (typeof severities)[number];
export const statuses = ['unread', 'read', 'actioned', 'dismissed'] as const;
export type Status = (typeof statuses)[number];

/** A text that describes itself; `name` is its limit. */
const named = (description: string, example: string, max: number = notificationLimits.name) =>
  text(max).check(z.meta({ description, examples: [example] }));

const href = (description: string, example: string) =>
  text(notificationLimits.href)
    .check(
      z.refine((value) => isSameOriginPath(value), {
        error: 'must be a path on the same host, such as /orders/SO-1001',
      }),
    )
    .check(z.meta({ description, examples: [example] }));

const fitsVariables = (value: unknown): boolean =>
  Buffer.byteLength(toJson(value)) <= notificationLimits.variablesBytes;

const variables = (of: string) =>
  z
    .record(text(notificationLimits.name), z.union([text(notificationLimits.body, 0), z.number()]))
    .check(
      z.refine((value) => fitsVariables(value), {
        error: `must have at most ${notificationLimits.variablesBytes} bytes of JSON`,
      }),
    )
    .check(
      z.meta({ description: `Values for the translation of the ${of}.`, examples: [{ order: 'SO-1001' }] }),
    );

/** The content of one notification. */
export const field = {
  type: text(notificationLimits.type)
    .check(z.regex(/^[\w-]+(\.[\w-]+)*$/, { error: 'must be names separated by dots' }))
    .check(z.meta({ description: 'What kind of notification it is.', examples: ['sales.order.overdue'] })),
  severity: z
    .enum(severities)
    .check(z.meta({ description: 'Severity of the notification.', examples: ['warning'] })),
  title: named('Title of the notification, one line.', 'Order SO-1001 is overdue', notificationLimits.title),
  body: named('Text of the notification.', 'It should have left on Monday.', notificationLimits.body),
  titleKey: named('Name of a translation of the title.', 'sales.order.overdue.title'),
  bodyKey: named('Name of a translation of the body.', 'sales.order.overdue.body'),
  titleVariables: variables('title'),
  bodyVariables: variables('body'),
  icon: named('Name of an icon.', 'truck', notificationLimits.icon),
  sourceModule: named('Module that created the notification.', 'sales'),
  sourceEntityType: named('Type of the resource it is about.', 'sales.order'),
  sourceEntityId: named('Id of the resource it is about.', 'SO-1001'),
  linkHref: href('Link of the notification: a path on the same host.', '/orders/SO-1001'),
  groupKey: named(
    'Groups notifications: while a notification with the same recipient, type and group key is active, a new ' +
      'one refreshes it.',
    'order-SO-1001',
  ),
  actionId: named('Id of the action.', 'open', notificationLimits.actionId),
  actionLabel: named('Label of the action.', 'Open the order'),
  actionLabelKey: named('Name of a translation of the label.', 'sales.order.open'),
  actionIcon: named('Name of an icon.', 'eye', notificationLimits.icon),
  actionHref: href('Where the action leads: a path on the same host.', '/orders/SO-1001'),
};

/** The same field of a response, in which nothing is left out. */
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

const moment = (description: string) => z.nullable(timestamp(description));

const shape = {
  id: uuid('Id of the notification.'),
  type: field.type,
  title: field.title.check(
    z.meta({ description: 'Title, one line; if there is no text, the name of its translation.' }),
  ),
  body: orNull(field.body),
  titleKey: orNull(field.titleKey),
  bodyKey: orNull(field.bodyKey),
  titleVariables: orNull(field.titleVariables),
  bodyVariables: orNull(field.bodyVariables),
  icon: orNull(field.icon),
  severity: field.severity,
  status: z.enum(statuses).check(
    z.meta({
      description: 'Status for the caller; other readers can have other statuses.',
      examples: ['unread'],
    }),
  ),
  actions: z.array(NotificationAction).check(z.meta({ description: 'Actions that the reader can take.' })),
  primaryActionId: orNull(field.actionId),
  sourceModule: orNull(field.sourceModule),
  sourceEntityType: orNull(field.sourceEntityType),
  sourceEntityId: orNull(field.sourceEntityId),
  linkHref: orNull(field.linkHref),
  groupKey: orNull(field.groupKey),
  occurrences: z
    .int()
    .check(
      z.meta({ description: 'How often it was said; more than one only with a group key.', examples: [1] }),
    ),
  requiredFeature: z.nullable(z.string()).check(
    z.meta({
      description: 'Feature whose holders it is for; null when it is for the caller alone.',
      examples: [null],
    }),
  ),
  organizationId: z.nullable(uuid('Organization of the notification; null for the whole tenant.')),
  createdAt: timestamp('When it was made, or last refreshed.'),
  firstOccurredAt: timestamp('When it was made.'),
  expiresAt: timestamp('When the notification expires.'),
  readAt: moment('When the caller read it.'),
  actionedAt: moment('When the caller took an action.'),
  dismissedAt: moment('When the caller dismissed it.'),
  actionTaken: z
    .nullable(z.string())
    .check(z.meta({ description: 'Id of the action that the caller took.', examples: [null] })),
  version: z.int().check(
    z.meta({
      description: 'Grows with every change; `If-Match: "<version>"` changes exactly this version.',
      examples: [1_772_357_400_000],
    }),
  ),
};

export const Notification = z
  .object(shape)
  .check(z.meta({ id: 'Notification', description: 'A notification as its reader sees it.' }));
export type Notification = z.infer<typeof Notification>;

export const ok = z.literal(true).check(z.meta({ description: 'Always true.', examples: [true] }));
export const count = (description: string, example: number) =>
  z.int().check(z.meta({ description, examples: [example] }));

export const ChangedNotification = z
  .object({ ok, ...shape })
  .check(z.meta({ id: 'ChangedNotification', description: 'The notification after the change.' }));

export const notificationId = z.object({ id: uuid('Id of the notification.') });

export const exampleIds = {
  notification: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  user: '3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44',
  role: '9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
  organization: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
} as const;

export const exampleNotification: Notification = {
  id: exampleIds.notification,
  type: 'sales.order.overdue',
  title: 'Order SO-1001 is overdue',
  body: 'It should have left on Monday.',
  titleKey: null,
  bodyKey: null,
  titleVariables: null,
  bodyVariables: null,
  icon: 'truck',
  severity: 'warning',
  status: 'unread',
  actions: [{ id: 'open', label: 'Open the order', labelKey: null, icon: null, href: '/orders/SO-1001' }],
  primaryActionId: 'open',
  sourceModule: 'sales',
  sourceEntityType: 'sales.order',
  sourceEntityId: 'SO-1001',
  linkHref: '/orders/SO-1001',
  groupKey: null,
  occurrences: 1,
  requiredFeature: null,
  organizationId: exampleIds.organization,
  createdAt: '2026-03-01T09:30:00.000Z',
  firstOccurredAt: '2026-03-01T09:30:00.000Z',
  expiresAt: '2026-03-08T09:30:00.000Z',
  readAt: null,
  actionedAt: null,
  dismissedAt: null,
  actionTaken: null,
  version: 1_772_357_400_000,
};
