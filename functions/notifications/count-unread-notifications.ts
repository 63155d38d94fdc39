import { endpoint } from '../../shared/http/endpoint.ts';
import { countUnreadNotifications } from '../../shared/notifications/contract.ts';
import { countUnread } from '../../shared/notifications/notification-service.ts';

export const handler = endpoint(countUnreadNotifications, async ({ scope, principal, context }) => ({
  unreadCount: await countUnread(scope, principal, context.nowMs),
}));
