/** The endpoints that create notifications for users, roles and features. */
import * as z from 'zod/mini';
import { creates, defineEndpoint } from '../../kernel/http/endpoint-spec.ts';
import { about, count, uuid } from '../../kernel/http/fields.ts';
import { dateField } from '../../kernel/http/time-range.ts';
import { featureField } from '../identity/public-data.ts';
import { notificationLimits } from './limits.ts';
import { base, field, notificationsPath, ok } from './notification-contract.ts';

const optional = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

const NewAction = z.object({
  id: field.actionId,
  label: field.actionLabel,
  labelKey: optional(field.actionLabelKey),
  icon: optional(field.actionIcon),
  href: optional(field.actionHref),
});

const content = {
  type: field.type,
  severity: z._default(field.severity, 'info'),
  title: optional(field.title),
  titleKey: optional(field.titleKey),
  body: optional(field.body),
  bodyKey: optional(field.bodyKey),
  titleVariables: optional(field.titleVariables),
  bodyVariables: optional(field.bodyVariables),
  icon: optional(field.icon),
  actions: optional(
    z
      .array(NewAction)
      .check(z.maxLength(notificationLimits.actions))
      .check(
        z.refine((actions) => new Set(actions.map(({ id }) => id)).size === actions.length, {
          error: 'must have different ids',
        }),
      )
      .check(about('Actions that the reader can take.')),
  ),
  primaryActionId: optional(field.actionId).check(about('Id of the main action; one of `actions`.', 'open')),
  sourceModule: optional(field.sourceModule),
  sourceEntityType: optional(field.sourceEntityType),
  sourceEntityId: optional(field.sourceEntityId),
  linkHref: optional(field.linkHref),
  groupKey: optional(field.groupKey),
  expiresAt: optional(
    dateField(
      `When the notification expires: after ${notificationLimits.defaultHours} hours by default, at most after ${notificationLimits.maxHours / 24} days.`,
      '2027-01-01T00:00:00.000Z',
    ),
  ),
};

type Content = z.infer<z.ZodMiniObject<typeof content>>;
/** A request body with the content of a notification, which has a text, a translation key, or both. */
function bodyWith<Shape extends Record<string, z.core.SomeType>>(shape: Shape) {
  const hasText = (value: unknown) => {
    const { title, titleKey } = value as Content;
    return Boolean(title ?? titleKey);
  };
  const knowsPrimary = (value: unknown) => {
    const { primaryActionId, actions } = value as Content;
    return !primaryActionId || (actions ?? []).some(({ id }) => id === primaryActionId);
  };
  return z
    .object({ ...shape, ...content })
    .check(
      z.refine(hasText, { path: ['title'], error: 'is required without titleKey' }),
      z.refine(knowsPrimary, { path: ['primaryActionId'], error: 'must be the id of one of the actions' }),
    );
}

export const CreateNotification = bodyWith({
  recipientUserId: uuid('Recipient of the notification.'),
});
export type CreateNotification = z.infer<typeof CreateNotification>;

export const CreateNotificationBatch = bodyWith({
  recipientUserIds: z
    .array(uuid('Id of a user.'))
    .check(z.minLength(1), z.maxLength(notificationLimits.recipients))
    .check(about('Recipients; each receives one notification.', ['3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44'])),
});
export type CreateNotificationBatch = z.infer<typeof CreateNotificationBatch>;

export const CreateRoleNotification = bodyWith({
  roleId: uuid('Role whose holders receive the notification.'),
});
export type CreateRoleNotification = z.infer<typeof CreateRoleNotification>;

export const CreateFeatureNotification = bodyWith({
  requiredFeature: featureField().check(
    about('Feature whose holders receive the notification.', 'webhooks.manage'),
  ),
});
export type CreateFeatureNotification = z.infer<typeof CreateFeatureNotification>;

/** Ids of the created notifications. */
const createdResult = (example: number) =>
  z.object({
    ok,
    count: count('Number of created notifications.', example),
    ids: z.array(uuid('Id of a notification.')).check(about('Their ids.')),
  });

const grouped =
  'With a `groupKey`, an active notification with the same recipient, type and key is refreshed: it becomes ' +
  'unread again, keeps its id and counts one more occurrence.';

const creation = {
  ...base,
  method: 'POST',
  feature: 'notifications.create',
  // A transaction stores the content once per recipient, and DynamoDB limits a transaction to 4 MB.
  maxBodyBytes: 131_072,
} as const;

export const createNotification = defineEndpoint({
  ...creation,
  operationId: 'createNotification',
  path: notificationsPath,
  summary: 'Notify a user',
  description: `Creates a notification for one user of the tenant. ${grouped}`,
  body: CreateNotification,
  success: creates(z.object({ ok, id: uuid('Id of the notification.') })),
  errors: ['not_found'],
  permissions: { table: ['BatchGetItem', 'PutItem'] },
});

export const createNotificationBatch = defineEndpoint({
  ...creation,
  operationId: 'createNotificationBatch',
  path: `${notificationsPath}/batch`,
  summary: 'Notify several users',
  description:
    `Creates the same notification for up to ${notificationLimits.recipients} users. If one of them does not exist, none is notified. ` +
    `More than ${notificationLimits.recipientsPerTransaction} recipients are processed through a queue and receive it within seconds. ${grouped}`,
  body: CreateNotificationBatch,
  success: creates(createdResult(1)),
  errors: ['not_found'],
  permissions: { table: ['BatchGetItem', 'PutItem'], queues: ['notifications'] },
});

export const createRoleNotification = defineEndpoint({
  ...creation,
  operationId: 'createRoleNotification',
  path: `${notificationsPath}/role`,
  summary: 'Notify the holders of a role',
  description:
    'Creates the notification for each active user who holds the role now and whom the caller may see. More ' +
    `than ${notificationLimits.recipientsPerTransaction} recipients are processed through a queue and receive it within seconds. ${grouped}`,
  body: CreateRoleNotification,
  success: creates(createdResult(1)),
  errors: ['not_found'],
  permissions: { table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem'], queues: ['notifications'] },
  timeoutSeconds: 29,
});

export const createFeatureNotification = defineEndpoint({
  ...creation,
  operationId: 'createFeatureNotification',
  path: `${notificationsPath}/feature`,
  summary: 'Notify the holders of a feature',
  description:
    'Creates one notification for the holders of the feature in the organization, or in the whole tenant if ' +
    'you may select every organization and select none: users and API keys. Features are checked when ' +
    'notifications are read: readers who get the feature later see it, readers who lose it do not. Each ' +
    `reader reads, dismisses and acts on it separately. ${grouped}`,
  body: CreateFeatureNotification,
  success: creates(createdResult(1)),
  permissions: { table: ['BatchGetItem', 'PutItem'] },
});
