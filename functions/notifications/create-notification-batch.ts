import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { notifyUsers, toCreated } from '../../shared/modules/notifications/bulk-notification-service.ts';
import { createNotificationBatch } from '../../shared/modules/notifications/create-contract.ts';

export const handler = endpoint(createNotificationBatch, async ({ scope, body, principal, context }) =>
  toCreated(await notifyUsers(scope, body, principal, context.nowMs)),
);
