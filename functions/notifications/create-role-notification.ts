import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { notifyRole, toMade } from '../../shared/modules/notifications/bulk-notification-service.ts';
import { createRoleNotification } from '../../shared/modules/notifications/create-contract.ts';

export const handler = endpoint(createRoleNotification, async ({ scope, body, principal, context }) =>
  toMade(await notifyRole(scope, body, principal, context.nowMs)),
);
