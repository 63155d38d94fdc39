import { bodyOf, continued, madeBy, type Need, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import { roleOfUser, userById } from '../identity/users/samples.ts';
import * as contract from './contract.ts';

const content = contract.exampleContent;
const created = ['notifications.notification.created'];

const createFeatureNotification = sample(contract.createFeatureNotification, {
  request: () => ({ body: { requiredFeature: 'webhooks.manage', ...content } }),
  events: created,
});

/** A notification that the caller may read. */
const toCaller = sample(contract.createFeatureNotification, {
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
  client.call(contract.dismissNotification, { params }),
);

const grouped = madeBy(
  sample(contract.createFeatureNotification, {
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
  sampleAfter(userById, contract.createNotification, {
    request: ({ userId }) => ({ body: { recipientUserId: userId, ...content } }),
    events: created,
  }),
  sampleAfter(userById, contract.createNotificationBatch, {
    request: ({ userId }) => ({ body: { recipientUserIds: [userId], ...content } }),
    events: created,
  }),
  sampleAfter(roleOfUser, contract.createRoleNotification, {
    request: ({ roleId }) => ({ body: { roleId, ...content } }),
    events: created,
  }),
  createFeatureNotification,
  sampleAfter(grouped, contract.createFeatureNotification, {
    variant: 'which refreshes one',
    request: ({ body }) => ({ body }),
    events: ['notifications.notification.refreshed'],
  }),
  sample(contract.listNotifications),
  sample(contract.countUnreadNotifications),
  change(notification, contract.readNotification, 'read'),
  change(notification, contract.dismissNotification, 'dismissed'),
  change(dismissed, contract.restoreNotification, 'restored'),
  sampleAfter(notification, contract.readAllNotifications, { events: ['notifications.inbox.read'] }),
  change(notification, contract.actOnNotification, 'actioned', { actionId: 'open' }),
];
