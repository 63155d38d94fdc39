import { endpoint } from '../../shared/http/endpoint.ts';
import { createNotification } from '../../shared/notifications/contract.ts';
import { notifyUser } from '../../shared/notifications/create-service.ts';

export const handler = endpoint(createNotification, async ({ scope, body, principal, context }) => ({
  ok: true as const,
  id: await notifyUser(scope, body, principal, context.nowMs),
}));
