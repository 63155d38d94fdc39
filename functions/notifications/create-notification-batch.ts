import { endpoint } from '../../shared/http/endpoint.ts';
import { createNotificationBatch } from '../../shared/notifications/contract.ts';
import { notifyUsers, toMade } from '../../shared/notifications/mailing-service.ts';

export const handler = endpoint(createNotificationBatch, async ({ scope, body, principal, context }) =>
  toMade(await notifyUsers(scope, body, principal, context.nowMs)),
);
