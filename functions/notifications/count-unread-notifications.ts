import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { countUnread } from '../../shared/modules/notifications/notification-service.ts';
import { countUnreadNotifications } from '../../shared/modules/notifications/read-contract.ts';

export const handler = endpoint(countUnreadNotifications, async ({ scope, principal, context }) => ({
  unreadCount: await countUnread(scope, principal, context.nowMs),
}));
