/** What makes the endpoints of notifications succeed, and which events that publishes. */
import type { Answer, Api } from './api.ts';
import { aTenant } from './builders.ts';
import { aNotification, notificationPath, notificationsPath, notifyHolders } from './notifications.ts';
import { aMember, aRole } from './roles.ts';
import type { Recipe } from './write-recipes.ts';

const notified = 'notifications.notification';

/** A notification for the caller, and then what the caller makes of it. */
const ofNotification = (event: string, send: (api: Api, id: string) => Promise<Answer>): Recipe => {
  return async () => {
    const { api } = await aTenant();
    const id = await notifyHolders({ api }, 'notifications.view', {
      actions: [{ id: 'open', label: 'Open' }],
    });
    return { events: [event], send: () => send(api, id) };
  };
};

/** By operationId, as in write-recipes.ts. */
export const notificationRecipes: Record<string, Recipe> = {
  createNotification: async () => {
    const caller = await aTenant();
    const body = aNotification({ recipientUserId: (await aMember(caller)).id });
    return { events: [`${notified}.created`], send: () => caller.api.post(notificationsPath, { body }) };
  },
  createNotificationBatch: async () => {
    const caller = await aTenant();
    const [one, other] = [await aMember(caller), await aMember(caller)];
    const body = aNotification({ recipientUserIds: [one.id, other.id] });
    return {
      events: [`${notified}.created`, `${notified}.created`],
      send: () => caller.api.post(`${notificationsPath}/batch`, { body }),
    };
  },
  createRoleNotification: async () => {
    const caller = await aTenant();
    const role = await aRole(caller);
    await aMember(caller, [role]);
    const body = aNotification({ roleId: role.id });
    return {
      events: [`${notified}.created`],
      send: () => caller.api.post(`${notificationsPath}/role`, { body }),
    };
  },
  createFeatureNotification: async () => {
    const { api } = await aTenant();
    const body = aNotification({ requiredFeature: 'webhooks.manage' });
    return {
      events: [`${notified}.created`],
      send: () => api.post(`${notificationsPath}/feature`, { body }),
    };
  },
  'createFeatureNotification, which refreshes one': async () => {
    const { api } = await aTenant();
    const grouped = { groupKey: 'order-SO-1001' };
    await notifyHolders({ api }, 'webhooks.manage', grouped);
    const body = aNotification({ requiredFeature: 'webhooks.manage', ...grouped });
    return {
      events: [`${notified}.refreshed`],
      send: () => api.post(`${notificationsPath}/feature`, { body }),
    };
  },
  readNotification: ofNotification(`${notified}.read`, (api, id) => api.put(notificationPath(id, 'read'))),
  dismissNotification: ofNotification(`${notified}.dismissed`, (api, id) =>
    api.put(notificationPath(id, 'dismiss')),
  ),
  restoreNotification: async () => {
    const { api } = await aTenant();
    const id = await notifyHolders({ api }, 'notifications.view');
    await api.put(notificationPath(id, 'dismiss'));
    return { events: [`${notified}.restored`], send: () => api.put(notificationPath(id, 'restore')) };
  },
  readAllNotifications: ofNotification('notifications.inbox.read', (api) =>
    api.put(`${notificationsPath}/mark-all-read`),
  ),
  actOnNotification: ofNotification(`${notified}.actioned`, (api, id) =>
    api.post(notificationPath(id, 'action'), { body: { actionId: 'open' } }),
  ),
};
