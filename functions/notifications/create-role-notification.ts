import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { createRoleNotification } from '../../shared/modules/notifications/contract.ts';
import { notifyRole, toMade } from '../../shared/modules/notifications/mailing-service.ts';

export const handler = endpoint(createRoleNotification, async ({ scope, body, principal, context }) =>
  toMade(await notifyRole(scope, body, principal, context.nowMs)),
);
