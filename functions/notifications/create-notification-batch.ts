import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { createNotificationBatch } from '../../shared/modules/notifications/contract.ts';
import { notifyUsers, toMade } from '../../shared/modules/notifications/mailing-service.ts';

export const handler = endpoint(createNotificationBatch, async ({ scope, body, principal, context }) =>
  toMade(await notifyUsers(scope, body, principal, context.nowMs)),
);
