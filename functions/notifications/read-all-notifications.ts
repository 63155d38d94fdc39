import { endpoint } from '../../shared/http/endpoint.ts';
import { readAllNotifications } from '../../shared/notifications/contract.ts';
import { readAll } from '../../shared/notifications/notification-service.ts';

export const handler = endpoint(readAllNotifications, async ({ scope, principal, context }) => ({
  ok: true as const,
  count: await readAll(scope, principal, context.nowMs),
}));
