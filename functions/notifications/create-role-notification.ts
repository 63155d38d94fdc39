import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { notifyRole, toCreated } from '../../shared/modules/notifications/bulk-notification-service.ts';
import { createRoleNotification } from '../../shared/modules/notifications/create-contract.ts';

export const handler = endpoint(createRoleNotification, async ({ scope, body, principal, context }) =>
  toCreated(await notifyRole(scope, body, principal, context.nowMs)),
);
