import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { readAll } from '../../shared/modules/notifications/notification-service.ts';
import { readAllNotifications } from '../../shared/modules/notifications/read-contract.ts';

export const handler = endpoint(readAllNotifications, async ({ scope, principal, context }) => ({
  ok: true as const,
  count: await readAll(scope, principal, context.nowMs),
}));
