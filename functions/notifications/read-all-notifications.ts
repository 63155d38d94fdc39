import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { readAllNotifications } from '../../shared/modules/notifications/contract.ts';
import { readAll } from '../../shared/modules/notifications/notification-service.ts';

export const handler = endpoint(readAllNotifications, async ({ scope, principal, context }) => ({
  ok: true as const,
  count: await readAll(scope, principal, context.nowMs),
}));
