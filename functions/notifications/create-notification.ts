import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { createNotification } from '../../shared/modules/notifications/create-contract.ts';
import { notifyUser } from '../../shared/modules/notifications/create-service.ts';

export const handler = endpoint(createNotification, async ({ scope, body, principal, context }) => ({
  ok: true as const,
  id: await notifyUser(scope, body, principal, context.nowMs),
}));
