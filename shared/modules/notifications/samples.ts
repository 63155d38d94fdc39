import { bodyOf, continued, madeBy, type Need, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import { roleOfUser, userById } from '../identity/users/samples.ts';
import * as createContract from './create-contract.ts';
import * as readContract from './read-contract.ts';

const content = {
  type: 'sales.order.overdue',
  severity: 'warning',
  title: 'Order SO-1001 is overdue',
  body: 'It should have left on Monday.',
  sourceModule: 'sales',
  sourceEntityType: 'sales.order',
  sourceEntityId: 'SO-1001',
  linkHref: '/orders/SO-1001',
} as const;
const created = ['notifications.notification.created'];

const createFeatureNotification = sample(createContract.createFeatureNotification, {
  request: () => ({ body: { requiredFeature: 'webhooks.manage', ...content } }),
  events: created,
});

/** A notification to the caller. */
const toCaller = sample(createContract.createFeatureNotification, {
  request: () => ({
    body: {
      requiredFeature: 'notifications.view',
      ...content,
      actions: [{ id: 'open', label: 'Open' }],
    },
  }),
});
const notification = madeBy(toCaller, ({ ids }) => ({ id: String(Array.isArray(ids) ? ids[0] : '') }));
const dismissed = continued(notification, (client, params) =>
  client.call(readContract.dismissNotification, { params }),
);

const grouped = madeBy(
  sample(createContract.createFeatureNotification, {
    request: (unique) => ({
      body: { requiredFeature: 'webhooks.manage', ...content, groupKey: unique('order-SO-1001') },
    }),
  }),
  (_, request) => ({ body: bodyOf(request) }),
);

const change = (
  need: Need<{ id: string }>,
  endpoint: Parameters<typeof sample>[0],
  event: string,
  body?: Record<string, unknown>,
) =>
  sampleAfter(need, endpoint, {
    request: (params) => ({ params, ...(body && { body }) }),
    events: [`notifications.notification.${event}`],
  });

export const notificationSamples = [
  sampleAfter(userById, createContract.createNotification, {
    request: ({ userId }) => ({ body: { recipientUserId: userId, ...content } }),
    events: created,
  }),
  sampleAfter(userById, createContract.createNotificationBatch, {
    request: ({ userId }) => ({ body: { recipientUserIds: [userId], ...content } }),
    events: created,
  }),
  sampleAfter(roleOfUser, createContract.createRoleNotification, {
    request: ({ roleId }) => ({ body: { roleId, ...content } }),
    events: created,
  }),
  createFeatureNotification,
  sampleAfter(grouped, createContract.createFeatureNotification, {
    variant: 'which refreshes a notification',
    request: ({ body }) => ({ body }),
    events: ['notifications.notification.refreshed'],
  }),
  sample(readContract.listNotifications),
  sample(readContract.countUnreadNotifications),
  change(notification, readContract.readNotification, 'read'),
  change(notification, readContract.dismissNotification, 'dismissed'),
  change(dismissed, readContract.restoreNotification, 'restored'),
  sampleAfter(notification, readContract.readAllNotifications, { events: ['notifications.inbox.read'] }),
  change(notification, readContract.actOnNotification, 'actioned', { actionId: 'open' }),
];
