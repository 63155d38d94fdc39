import { endpoint } from '../../shared/http/endpoint.ts';
import { createRoleNotification } from '../../shared/notifications/contract.ts';
import { notifyRole, toMade } from '../../shared/notifications/mailing-service.ts';

export const handler = endpoint(createRoleNotification, async ({ scope, body, principal, context }) =>
  toMade(await notifyRole(scope, body, principal, context.nowMs)),
);
