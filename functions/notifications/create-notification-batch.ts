import { creation } from '../../shared/kernel/http/creation.ts';
import {
  notifiedUsers,
  notifyUsers,
  toCreated,
} from '../../shared/modules/notifications/bulk-notification-service.ts';
import { createNotificationBatch } from '../../shared/modules/notifications/create-contract.ts';

export const handler = creation(
  createNotificationBatch,
  async ({ scope, body, context }) => toCreated(await notifyUsers(scope, body, context)),
  async ({ scope, body, context }, { id }) => toCreated(notifiedUsers(scope, body, id, context.nowMs)),
);
