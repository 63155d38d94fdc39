import { endpoint } from '../../shared/http/endpoint.ts';
import { listNotifications } from '../../shared/notifications/contract.ts';
import * as notifications from '../../shared/notifications/notification-service.ts';

export const handler = endpoint(listNotifications, ({ scope, principal, query, context }) =>
  notifications.listNotifications(scope, principal, query, context.nowMs),
);
